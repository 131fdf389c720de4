/** How the camera stands, as its part of the page tells it. */
export type CameraState =
  | { kind: 'opening' }
  /** `torch`: null where the phone has none. */
  | { kind: 'on'; torch: { isOn: boolean; toggle(): void } | null }
  /** Forbidden, missing, taken away by the system, or the decoder did not load. */
  | { kind: 'off'; reason: 'denied' | 'missing' | 'lost' | 'decoder' }
