/** How the camera stands, as its part of the page tells it. */
export type Camera =
  | { kind: 'abrindo' }
  /** `lanterna`: null where the phone has none. */
  | { kind: 'ligada'; lanterna: { isOn: boolean; toggle(): void } | null }
  /** Forbidden, missing, taken away by the system, or the decoder did not load. */
  | { kind: 'parada'; motivo: 'negada' | 'falta' | 'perdida' | 'leitor' }
