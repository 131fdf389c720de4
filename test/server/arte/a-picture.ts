import { join } from 'node:path'
import sharp from 'sharp'
import { aDirectory } from '../../support/temporary.ts'

/** A picture like a photograph: soft shapes and some grain. `grain` is 0–1; at 1 it is only noise. */
export async function aPicture(
  width: number,
  height: number,
  { grain = 0.02, orientation = 1, name = 'foto.jpg' } = {},
): Promise<string> {
  const noise = (sigma: number) => ({ type: 'gaussian' as const, mean: 128, sigma })
  const shapes = await sharp({
    create: { width: 12, height: 16, channels: 3, background: '#888', noise: noise(60) },
  })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .png()
    .toBuffer()
  const dust = await sharp({ create: { width, height, channels: 3, background: '#888', noise: noise(90) } })
    .ensureAlpha(grain)
    .png()
    .toBuffer()
  const path = join(aDirectory(), name)
  await sharp(shapes)
    .composite([{ input: dust }])
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Copyright: 'Fulana' } })
    .toFile(path)
  return path
}
