import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/**
 * A black PNG of any size, in a few kilobytes.
 * @param isDeep 16 bits of four channels in seven passes, which a reader must hold in memory whole
 */
export function aFlatPng(width: number, height: number, isDeep = false): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(isDeep ? [16, 6, 0, 0, 1] : [1, 0, 0, 0, 0], 8)
  const bits = isDeep ? 64 : 1
  const passes = isDeep
    ? [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ]
    : [[0, 0, 1, 1]]
  const length = passes.reduce((sum, [x = 0, y = 0, dx = 1, dy = 1]) => {
    const columns = Math.ceil((width - x) / dx)
    return sum + Math.ceil((height - y) / dy) * (1 + Math.ceil((columns * bits) / 8))
  }, 0)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(length), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
