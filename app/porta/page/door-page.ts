import type { Door } from '../door.ts'
import type { Achado, Lida } from '../shown.ts'
import { openAtos } from './acts.ts'
import { openSemCamera } from './notices.ts'
import { openBusca } from './search-scene.ts'
import type { Camera } from './camera-state.ts'
import { casaOf, isClosed, type Casa } from './home.ts'
import { openCodigo } from './code-scene.ts'
import type { Dito } from './announcement.ts'
import { openDesligado, openParear } from './closed-scenes.ts'
import { horaOf } from './clock-time.ts'
import { chipOf, openLendo } from './viewfinder-scene.ts'
import { openMesa } from './mesa-scene.ts'
import { openMoldura } from './layout.ts'
import { openPalco } from './stage.ts'
import { tocar, wakeSound } from './signals.ts'
import { openVeredito, openRecado, type Falado } from './verdict-scenes.ts'

/** The state's age and hours move on without anything happening, and a rehearsal ends by itself. */
const REDRAW_MILLISECONDS = 5_000

/** The page: its strip, its screens, its keys. */
export interface Tela {
  /** The camera found a code. Ends when it was decided and is in view. */
  found(text: string): Promise<void>
  /** The camera began, or stopped. */
  camera(camera: Camera): void
}

/** Builds the page over a door. `ligar`: begins with the camera again. */
export function openTela(door: Door, video: HTMLVideoElement, ligar: () => void): Tela {
  const state = () => door.state()
  let camera: Camera = { kind: 'abrindo' }
  let casa: Casa = 'lendo'
  /** The rehearsal that is on, by its end; nothing read in another is shown. */
  let mundo = state().ensaio
  let ultimo: Falado | null = null
  /** Where a phone without a camera goes on after a verdict. */
  let origem: (() => void) | null = null

  const isEnsaio = () => mundo !== null
  const listaDe = () => {
    const { lista } = state()
    return isEnsaio() ? 'ensaio' : lista ? horaOf(lista.de) : '--:--'
  }
  const moldura = openMoldura(video, {
    buscar: () => buscar(),
    camera: () => irParaCasa(),
    codigo: () => codigo(),
  })
  const palco = openPalco(moldura, () => camera)
  const atos = openAtos(door, () => ({ horaOf, lista: listaDe() }), {
    falar(dito, lida) {
      draw()
      ultimo = { dito, lida, em: performance.now() }
      mostrar(ultimo)
      tocar(dito.isEnsaio ? 'ensaio' : dito.kind)
    },
    avisar(recado) {
      draw()
      palco.place(openRecado(recado))
      if (!recado.stays) palco.hold(voltar)
    },
    escolher: (achados) => buscar(achados),
    mesmo() {
      const cena = palco.cena()
      if (cena?.modo !== 'veredito') return
      cena.breathe?.()
      palco.hold(voltar)
    },
    desfeita: () => void (ultimo = null),
    nada: () => irParaCasa(),
  })

  function irParaCasa(): void {
    origem = null
    casa = casaOf(state(), camera)
    // No name stays on a phone that may not have it any more.
    if (isClosed(casa)) ultimo = null
    const chip = ultimo && chipOf(ultimo.dito, () => ultimo && mostrar(ultimo))
    if (casa === 'parear') palco.place(openParear(state))
    else if (casa === 'revogado' || casa === 'apagada') palco.place(openDesligado(state, () => door.sync()))
    else if (camera.kind === 'parada') palco.place(openSemCamera(camera.motivo, chip, ligar))
    else palco.place(openLendo(state, chip, () => tocar(isEnsaio() ? 'ensaio' : 'entrar')))
  }
  const voltar = () => (origem && camera.kind !== 'ligada' ? origem() : irParaCasa())

  function mostrar(falado: Falado): void {
    const acts = {
      others: (id: string) => door.table(id),
      mesa,
      anyway: (lida: Lida) => atos.anyway(lida),
      undo: (dito: Dito) => atos.undo(dito),
    }
    palco.place(openVeredito(falado, acts))
    palco.hold(voltar)
  }
  function buscar(fixed?: Achado[]): void {
    origem = () => buscar()
    const cena = openBusca({
      search: (typed) => (fixed && typed === '' ? fixed : door.search(typed)),
      isFixed: fixed !== undefined,
      isEnsaio: isEnsaio(),
      lista: listaDe,
      admit: (id) => atos.admit([id], 'busca'),
      admitNamed: (nome) => atos.admitNamed(nome),
    })
    palco.place(cena)
  }
  function codigo(): void {
    origem = () => codigo()
    palco.place(openCodigo((code) => atos.readCode(code)))
  }
  function mesa({ convidado, isEnsaio }: Lida): void {
    if (!convidado) return
    const others = () => door.table(convidado.credencialid)
    palco.place(openMesa({ lido: convidado, isEnsaio, others, admit: (ids) => atos.admit(ids, 'mesa') }))
  }

  function draw(): void {
    const now = state()
    const cena = palco.cena()
    const isOtherWorld = now.ensaio !== mundo
    mundo = now.ensaio
    if (isOtherWorld) ultimo = null
    const next = casaOf(now, camera)
    const isHome = cena?.modo === 'lendo' || cena?.modo === 'aviso'
    const isLeaving = isHome ? next !== casa : isClosed(next) && cena?.modo !== 'veredito'
    if (isOtherWorld || isLeaving) irParaCasa()
    else cena?.update?.()
    moldura.draw(now, palco.meio())
  }
  irParaCasa()
  door.subscribe(draw)
  setInterval(draw, REDRAW_MILLISECONDS)
  draw()
  wakeSound()
  return {
    async found(text) {
      // A code held on at a closed door would keep out of view why it is closed.
      if (isClosed(casaOf(state(), camera))) return
      if (palco.cena()?.isReading() && !atos.isBusy()) await atos.read(text)
    },
    camera(next) {
      camera = next
      draw()
    },
  }
}
