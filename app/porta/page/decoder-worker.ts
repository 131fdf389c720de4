import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// The worker that decodes. The page posts the wasm's bytes first, then one frame at a time. Each is answered: with the
// text of the code, with null, or with the error.
const OPTIONS = {
  ...{ formats: ['QRCode'] as ['QRCode'], maxNumberOfSymbols: 1, textMode: 'Plain' as const },
  ...{ tryHarder: true, tryRotate: false, tryInvert: true, tryDownscale: true },
}

async function answer(asked: ArrayBuffer | ImageData): Promise<string | null> {
  if (asked instanceof ArrayBuffer) {
    await prepareZXingModule({ overrides: { wasmBinary: asked }, fireImmediately: true })
    return null
  }
  const [code] = await readBarcodes(asked, OPTIONS)
  return code?.text ?? null
}

// What a handler rejects with, a page never hears of: it is posted.
self.onmessage = async ({ data }: MessageEvent<ArrayBuffer | ImageData>) => {
  self.postMessage(await answer(data).catch((error: unknown) => new Error(String(error))))
}
