import type { EstadoDaPorta } from '../shown.ts'
import { caber } from './fit.ts'
import type { Cena } from './scene.ts'
import { element } from './element.ts'
import { openStrip } from './strip.ts'
import { openTeclas, type Meio } from './keys.ts'

/** What stays while screens change: the strip above, the keys below, the camera behind. */
export interface Moldura {
  place(cena: Cena, meio: Meio): void
  /** Draws strip and keys again and leaves the screen as it is. */
  draw(state: EstadoDaPorta, meio: Meio): void
}

export function openMoldura(video: HTMLVideoElement, acts: Parameters<typeof openTeclas>[0]): Moldura {
  const { strip, draw: drawStrip } = openStrip()
  const teclas = openTeclas(acts)
  let main: HTMLElement = element('main', '')
  let title = ''
  let isEnsaio = false
  let confirma: HTMLElement | undefined
  let modo: Cena['modo'] = 'lendo'
  /** Where what is in view was asked for. */
  let origem: Cena['modo'] = 'lendo'
  // What it sees is for the eyes only; what it reads is said.
  video.setAttribute('aria-hidden', 'true')
  // Instead of what the page says without a script.
  document.body.replaceChildren(strip, main, teclas.nav, video)

  // The phone is turned, or the strip above needs another line.
  const fit = new ResizeObserver(() => caber(main))

  const drawTitle = () => void (document.title = `${isEnsaio ? 'ENSAIO: ' : ''}${title} · Portaria`)
  const drawTeclas = (meio: Meio) => {
    teclas.draw(meio, modo === 'busca' || modo === 'codigo' ? modo : null)
    document.body.classList.toggle('olho-aberto', meio.kind === 'proximo')
  }
  return {
    place(cena, meio) {
      const { activeElement } = document
      const wasInside = main.contains(activeElement) || confirma?.contains(activeElement)
      confirma?.remove()
      main.replaceWith(cena.main)
      main = cena.main
      main.tabIndex = -1
      confirma = cena.confirma
      if (confirma) main.after(confirma)
      modo = cena.modo
      if (modo !== 'veredito' && modo !== 'mesa') origem = modo
      document.body.className = `em-${modo}`
      title = cena.title
      drawTitle()
      fit.disconnect()
      if (modo === 'veredito') fit.observe(main)
      teclas.nav.hidden = cena.isAlone ?? false
      drawTeclas(meio)
      // Whoever has no pointer is left where they were, not at the top of the page.
      const next = cena.foco ?? (wasInside ? (modo === 'veredito' ? teclas.keyOf(origem) : main) : null)
      next?.focus({ preventScroll: true })
    },
    draw(state, meio) {
      isEnsaio = state.ensaio !== null
      drawTitle()
      drawStrip(state)
      drawTeclas(meio)
    },
  }
}
