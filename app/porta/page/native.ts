/** The browser's own detector: the text of a frame's QR code. */
export type Native = (frame: ImageData) => Promise<string | null>

interface Detector {
  detect(frame: ImageData): Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** Some never answer. */
const ANSWER_MS = 3_000

/** Null where there is none, or none that works: some say that they read QR codes and fail at the first one. */
export async function openNative(): Promise<Native | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return null
  try {
    if (!(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return null
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    await inTime(detector.detect(new ImageData(64, 64)))
    return async (frame) => {
      const [code] = await inTime(detector.detect(frame))
      return code && code.rawValue !== '' ? code.rawValue : null
    }
  } catch {
    return null
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('[porta] the detector does not answer')), ANSWER_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
