import { atMoment } from '../../../server/domain/quando.ts'
import type { PortaState } from '../porta.ts'
import type { Connection, World } from '../shown.ts'
import type { CameraState } from './camera.ts'
import { button, element, icon, mark, momentText, screenReaderOnly, setText } from './element.ts'
import type { IconName, Scene } from './element.ts'
import type { Readiness } from './readiness.ts'
import { WORLDS } from './verdict-looks.ts'
import { fitVerdict } from './verdict-scenes.ts'

type Layout = ReturnType<typeof openLayout>

/** What stays while screens change: the strip above, the keys below, the camera behind. */
export function openLayout(
  video: HTMLVideoElement,
  touches: Parameters<typeof openKeys>[0] & { today: () => void },
) {
  const { strip, draw: drawStrip } = openStrip(touches.today)
  const keys = openKeys(touches)
  let main: HTMLElement = element('main', '')
  let title = ''
  let world: World = 'real'
  let isAlone = false
  let footer: HTMLElement | undefined
  let kind: Scene['kind'] = 'lendo'
  /** The screen from which the current one was opened. */
  let cameFrom: Scene['kind'] = 'lendo'
  // Its picture is only for the eyes; a screen reader announces what it reads.
  video.setAttribute('aria-hidden', 'true')
  // Replaces what the page says without a script.
  document.body.replaceChildren(strip, main, keys.nav, video)

  // The phone was turned, or the strip above needs another line.
  const fit = new ResizeObserver(() => fitVerdict(main))

  const drawTitle = () =>
    void (document.title = `${world === 'real' ? '' : `${WORLDS[world].name}: `}${title} · Portaria`)
  const drawKeys = (middle: MiddleKey) => {
    keys.draw(middle, kind === 'busca' || kind === 'codigo' ? kind : null)
    document.body.classList.toggle('olho-aberto', middle.kind === 'next')
  }
  return {
    place(scene: Scene, middle: MiddleKey) {
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
      isAlone = scene.isAlone ?? false
      keys.nav.hidden = isAlone
      drawKeys(middle)
      // Someone without a pointer stays where they were instead of returning to the top of the page.
      const next = scene.focus ?? (wasInside ? (kind === 'veredito' ? keys.keyOf(cameFrom) : main) : null)
      next?.focus({ preventScroll: true })
    },
    /** Redraws strip and keys and leaves the screen as it is. */
    draw(state: PortaState, middle: MiddleKey, readiness: Readiness) {
      ;({ world } = state)
      drawTitle()
      drawStrip(state, readiness, isAlone)
      drawKeys(middle)
    },
  }
}

const NETWORK: Record<Connection['kind'], string> = {
  opening: 'Abrindo',
  connected: 'Conectado',
  offline: 'Sem rede',
  revoked: 'Desligado',
  unpaired: 'Sem pareamento',
  refused: 'Não envia',
}

function networkTextOf({ connection, isHeld }: PortaState): string {
  if (connection.kind === 'offline') return `${NETWORK.offline} desde ${momentText(connection.since)}`
  return NETWORK[connection.kind === 'connected' && isHeld ? 'refused' : connection.kind]
}

/** `lista de 19:14, há 2 min`; after two hours the time alone is enough. */
function ageTextOf({ now, lista, apagadaem, world }: PortaState): string {
  if (lista && world === 'ensaio') return 'lista de ensaio'
  if (!lista) return apagadaem === null ? 'sem lista' : `lista apagada ${atMoment(momentText(apagadaem))}`
  const minutes = Math.max(0, Math.floor((now - lista.de) / 60_000))
  const ago =
    minutes === 0 ? 'agora' : minutes < 120 ? `há ${minutes} min` : `há ${Math.floor(minutes / 60)} h`
  return `lista de ${momentText(lista.de)}, ${ago}`
}

function unsentTextOf({ porEnviar, isHeld }: PortaState): string {
  if (!isHeld) return `${porEnviar} por enviar`
  return `${porEnviar} ${porEnviar === 1 ? 'espera' : 'esperam'} a organização`
}

/** The band's text in a rehearsal, or in the trial before the day of the event. */
const bandTextOf = ({ world, ate }: PortaState) =>
  world === 'ensaio' ? 'nada é gravado, ninguém entra' : `nada é gravado até ${momentText(ate ?? 0)}`

/**
 * What is always in view: the network, what is unsent, whose phone, how old the list is, whether the page
 * works offline, and that nothing counts.
 */
function openStrip(today: () => void) {
  // Screen readers announce these changes, but not the rest of the strip's.
  const networkText = element('span', { role: 'status' })
  const ready = element('p', { class: 'prontidao', role: 'status' })
  const bandText = element('p', { role: 'status' })
  const [unsent, nome, age] = [element('span', 'pendentes'), element('span', ''), element('span', '')]
  let sign = icon('network')
  const network = element('p', '', element('span', 'rede', sign, networkText), unsent)
  const status = element('div', 'estado', network, element('p', '', nome, age), ready)
  const isToday = button('hoje', 'Hoje é o evento', today)
  const band = element('div', 'tarja', bandText, isToday)
  let drawn = ''
  const strip = element('header', '', status, band)
  return {
    strip,
    /** `isAlone`: the door is closed on this phone. */
    draw: (state: PortaState, readiness: Readiness, isAlone: boolean) => {
      const { porEnviar, connection } = state
      const isWell = connection.kind === 'connected' || connection.kind === 'opening'
      status.className = isWell ? 'estado' : 'estado sem-rede'
      const next = icon(isWell ? 'network' : 'no-network')
      sign.replaceWith(next)
      sign = next
      setText(networkText, networkTextOf(state))
      unsent.className = porEnviar > 0 ? 'pendentes tem' : 'pendentes'
      setText(unsent, unsentTextOf(state))
      setText(nome, state.nome)
      setText(age, ageTextOf(state))
      ready.hidden = readiness === null
      ready.className = `prontidao ${readiness?.kind === 'ready' ? '' : 'falta-algo'}`.trim()
      setText(ready, readiness?.text ?? '')
      band.hidden = state.world === 'real' || isAlone
      isToday.hidden = state.world !== 'teste'
      const text = band.hidden ? '' : ` ${bandTextOf(state)}`
      // Compared with what was last drawn, not with the current text: a translator may have changed it.
      if (drawn === state.world + text) return
      drawn = state.world + text
      bandText.replaceChildren(element('b', '', WORLDS[state.world].name), text)
    },
  }
}

/** What the middle key does; `empty` leaves its place blank. */
type MiddleKey = { kind: 'next' | 'camera' | 'empty' } | { kind: 'torch'; isOn: boolean; toggle(): void }

const MIDDLE_KEYS: Record<
  Exclude<MiddleKey['kind'], 'empty'>,
  [icon: IconName, text: string, more?: string]
> = {
  next: ['target', 'Próximo', ': basta apontar. Tocar mostra a câmera inteira'],
  camera: ['camera', 'Câmera'],
  torch: ['torch', 'Lanterna'],
}

function middleContent({ kind }: MiddleKey): Node[] {
  if (kind === 'empty') return []
  const [name, text, more] = MIDDLE_KEYS[kind]
  const hidden = more === undefined ? [] : [screenReaderOnly(more)]
  return [icon(name), element('span', '', text, ...hidden)]
}

/** The three keys under the thumb, which never move. */
function openKeys(touches: Record<'search' | 'camera' | 'code', () => void>) {
  const key = (name: IconName, text: string, act: () => void) => button('tecla', [icon(name), text], act)
  const search = key('magnifier', 'Buscar', touches.search)
  const code = key('keyboard', 'Código', touches.code)
  let shown: MiddleKey = { kind: 'camera' }
  const middle = key('camera', 'Câmera', () => {
    if (shown.kind === 'torch') shown.toggle()
    else touches.camera()
  })
  const nav = element('nav', { class: 'polegar', 'aria-label': 'Modos da portaria' }, search, middle, code)
  return {
    nav,
    /** The key that leads back to where the person was. */
    keyOf: (kind: Scene['kind']) => (kind === 'busca' ? search : kind === 'codigo' ? code : middle),
    draw(next: MiddleKey, current: 'busca' | 'codigo' | null) {
      mark(search, 'aria-current', current === 'busca' ? 'page' : null)
      mark(code, 'aria-current', current === 'codigo' ? 'page' : null)
      const before = shown.kind
      shown = next
      mark(middle, 'aria-pressed', next.kind === 'torch' ? String(next.isOn) : null)
      if (before === next.kind) return
      middle.classList.toggle('livre', next.kind === 'empty')
      middle.classList.toggle('olho', next.kind === 'next')
      middle.replaceChildren(...middleContent(next))
    },
  }
}

const RETURN_MILLISECONDS = 6_000

/** The content between strip and keys: one screen at a time, and for how long. */
export function openStage(layout: Layout, camera: () => CameraState) {
  let scene: Scene | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const middle = (): MiddleKey => (scene ? middleOf(scene, camera()) : { kind: 'empty' })
  /** Goes back six seconds from now, or later while the keyboard is in the current screen. */
  const hold = (back: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(() => (isKeyboardIn(scene?.main) ? hold(back) : back()), RETURN_MILLISECONDS)
  }
  return {
    /** Null before the first screen. */
    scene: () => scene,
    place(next: Scene) {
      clearTimeout(timer)
      scene = next
      layout.place(next, middle())
    },
    hold,
    middle,
  }
}

/** A screen that only a finger touched need not stay. */
const isKeyboardIn = (main: HTMLElement | undefined) =>
  main?.contains(document.querySelector(':focus-visible')) ?? false

function middleOf({ kind }: Scene, camera: CameraState): MiddleKey {
  if (kind === 'busca' || kind === 'codigo') return { kind: 'camera' }
  if (kind === 'veredito' || kind === 'mesa') return { kind: camera.kind === 'on' ? 'next' : 'camera' }
  const { torch } = camera.kind === 'on' ? camera : { torch: null }
  return kind === 'lendo' && torch ? { kind: 'torch', ...torch } : { kind: 'empty' }
}

export type Home =
  | 'viewfinder'
  | 'unpaired'
  | 'revoked'
  | 'erased'
  | `no-camera ${Extract<CameraState, { kind: 'off' }>['reason']}`

/** The screens of a closed door: no list, no keys. */
export const isClosed = (home: Home) => home === 'unpaired' || home === 'revoked' || home === 'erased'

export function homeOf({ connection, lista, apagadaem }: PortaState, camera: CameraState): Home {
  if (connection.kind === 'revoked') return 'revoked'
  // A phone that has its list carries on without its pairing; the strip says so.
  if (!lista && connection.kind === 'unpaired') return 'unpaired'
  if (!lista && apagadaem !== null) return 'erased'
  return camera.kind === 'off' ? `no-camera ${camera.reason}` : 'viewfinder'
}
