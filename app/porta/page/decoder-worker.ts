import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Code } from './aim.ts'

// The worker that decodes. The page posts the wasm's bytes first, then one frame at a time. It answers each
// with the codes found, which may be none, or with the error.
const OPTIONS = {
  formats: ['QRCode'] as ['QRCode'],
  maxNumberOfSymbols: 4,
  textMode: 'Plain' as const,
  tryHarder: true,
  tryRotate: false,
  tryInvert: true,
  tryDownscale: true,
}

async function answer(asked: ArrayBuffer | ImageData): Promise<Code[]> {
  if (asked instanceof ArrayBuffer) {
    await prepareZXingModule({ overrides: { wasmBinary: asked }, fireImmediately: true })
    return []
  }
  const codes = await readBarcodes(asked, OPTIONS)
  return codes.map(({ text, position: { topLeft, topRight, bottomRight, bottomLeft } }) => {
    return { text, corners: [topLeft, topRight, bottomRight, bottomLeft] }
  })
}

// A page never hears of a handler's rejection, so errors are posted.
self.onmessage = async ({ data }: MessageEvent<ArrayBuffer | ImageData>) => {
  self.postMessage(await answer(data).catch((error: unknown) => new Error(String(error))))
}
