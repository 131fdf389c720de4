/** Long side of the frames that are decoded, in pixels. */
const FRAME = 640

/**
 * Takes pictures for the decoder: each is drawn on one canvas, no larger than needed, and read from it.
 * @returns null for a source without a size yet
 */
export function openFrames(): (source: CanvasImageSource, width: number, height: number) => ImageData | null {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return (source, fullWidth, fullHeight) => {
    const scale = Math.min(1, FRAME / Math.max(fullWidth, fullHeight, 1))
    const [width, height] = [Math.round(fullWidth * scale), Math.round(fullHeight * scale)]
    if (!context || width === 0 || height === 0) return null
    if (context.canvas.width !== width || context.canvas.height !== height)
      Object.assign(context.canvas, { width, height })
    context.drawImage(source, 0, 0, width, height)
    return context.getImageData(0, 0, width, height)
  }
}
