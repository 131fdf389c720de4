import type { DoorState } from '../shown.ts'
import { fitVerdict } from './fit.ts'
import type { Scene } from './scene.ts'
import { element } from './element.ts'
import { openStrip } from './strip.ts'
import { openKeys, type MiddleKey } from './keys.ts'

/** What stays while screens change: the strip above, the keys below, the camera behind. */
export interface Layout {
  place(scene: Scene, middle: MiddleKey): void
  /** Draws strip and keys again and leaves the screen as it is. */
  draw(state: DoorState, middle: MiddleKey): void
}

export function openLayout(video: HTMLVideoElement, acts: Parameters<typeof openKeys>[0]): Layout {
  const { strip, draw: drawStrip } = openStrip()
  const keys = openKeys(acts)
  let main: HTMLElement = element('main', '')
  let title = ''
  let isEnsaio = false
  let footer: HTMLElement | undefined
  let kind: Scene['kind'] = 'lendo'
  /** Where what is in view was asked for. */
  let cameFrom: Scene['kind'] = 'lendo'
  // What it sees is for the eyes only; what it reads is said.
  video.setAttribute('aria-hidden', 'true')
  // Instead of what the page says without a script.
  document.body.replaceChildren(strip, main, keys.nav, video)

  // The phone is turned, or the strip above needs another line.
  const fit = new ResizeObserver(() => fitVerdict(main))

  const drawTitle = () => void (document.title = `${isEnsaio ? 'ENSAIO: ' : ''}${title} · Portaria`)
  const drawKeys = (middle: MiddleKey) => {
    keys.draw(middle, kind === 'busca' || kind === 'codigo' ? kind : null)
    document.body.classList.toggle('olho-aberto', middle.kind === 'next')
  }
  return {
    place(scene, middle) {
      const { activeElement } = document
      const wasInside = main.contains(activeElement) || footer?.contains(activeElement)
      footer?.remove()
      main.replaceWith(scene.main)
      main = scene.main
      main.tabIndex = -1
      footer = scene.footer
      if (footer) main.after(footer)
      kind = scene.kind
      if (kind !== 'veredito' && kind !== 'mesa') cameFrom = kind
      document.body.className = `em-${kind}`
      title = scene.title
      drawTitle()
      fit.disconnect()
      if (kind === 'veredito') fit.observe(main)
      keys.nav.hidden = scene.isAlone ?? false
      drawKeys(middle)
      // Whoever has no pointer is left where they were, not at the top of the page.
      const next = scene.focus ?? (wasInside ? (kind === 'veredito' ? keys.keyOf(cameFrom) : main) : null)
      next?.focus({ preventScroll: true })
    },
    draw(state, middle) {
      isEnsaio = state.ensaio !== null
      drawTitle()
      drawStrip(state)
      drawKeys(middle)
    },
  }
}
