import type { Porta } from '../porta.ts'
import type { Reading } from '../reading.ts'
import type { Candidate } from '../shown.ts'
import { openTouches } from './touches.ts'
import { openAim, openOutlines, sightIn, type Look } from './aim.ts'
import { openNoCamera, openListGone, openToday, openUnpaired } from './notices.ts'
import { openSearch } from './search-scene.ts'
import type { CameraState } from './camera.ts'
import { homeOf, isClosed, type Home, openStage, openLayout } from './layout.ts'
import { openCode } from './code-scene.ts'
import { followEvento, momentText } from './element.ts'
import { chipOf, openViewfinder } from './viewfinder-scene.ts'
import { openMesa } from './mesa-scene.ts'
import { fetchNewerPage, isPageKept, openReadiness, readinessOf } from './readiness.ts'
import { playSignal, wakeSound } from './signals.ts'
import { openVerdict, openMessage, type ShownVerdict } from './verdict-scenes.ts'

/** Ages and times on screen change even when nothing happens, and a rehearsal ends by itself. */
const REDRAW_MILLISECONDS = 5_000
/** How long a verdict stays before two codes at once can replace it with the camera. */
const DOUBT_MILLISECONDS = 700

export type PortaPage = ReturnType<typeof openPortaPage>

/** The page over a door: its strip, screens and keys. `turnOn`: starts the camera again. */
export function openPortaPage(porta: Porta, video: HTMLVideoElement, turnOn: () => void) {
  const state = () => porta.state()
  let camera: CameraState = { kind: 'opening' }
  let home: Home = 'viewfinder'
  /** The current rehearsal or trial, and its end. Nothing read in another one is shown. */
  let { world, ate } = state()
  let last: ShownVerdict | null = null
  /** Where a phone without a camera returns to after a verdict. */
  let cameFrom: (() => void) | null = null
  const passing = () => performance.now()
  let aim = openAim(passing)
  const outlines = openOutlines(passing)

  const listTime = () => {
    const { lista } = state()
    return world === 'ensaio' ? 'ensaio' : lista ? momentText(lista.de) : '--:--'
  }
  const layout = openLayout(video, {
    search: () => search(),
    camera: () => goHome(),
    code: () => typeCode(),
    today: () => askToday(),
  })
  video.after(outlines.drawn)
  const stage = openStage(layout, () => camera)
  const touches = openTouches(porta, () => ({ momentOf: momentText, listTime: listTime() }), {
    announce(announcement, reading) {
      draw()
      last = { announcement, reading, at: performance.now() }
      show(last)
      playSignal(announcement.world === 'real' ? announcement.kind : 'ensaio')
    },
    notify(message) {
      draw()
      stage.place(openMessage(message))
      if (!message.stays) stage.hold(goBack)
    },
    choose: (candidates) => search(candidates),
    same() {
      const scene = stage.scene()
      if (scene?.kind !== 'veredito') return
      scene.breathe?.()
      stage.hold(goBack)
    },
    undone: () => void (last = null),
    nothing: () => goHome(),
  })

  function goHome(): void {
    cameFrom = null
    home = homeOf(state(), camera)
    // A phone that may no longer have a name must not keep it.
    if (isClosed(home)) last = null
    const chip = last && chipOf(last.announcement, () => last && show(last))
    if (home === 'unpaired') stage.place(openUnpaired(state))
    else if (home === 'revoked' || home === 'erased') stage.place(openListGone(state, () => porta.sync()))
    else if (camera.kind === 'off') stage.place(openNoCamera(camera.reason, state(), chip, turnOn))
    else {
      const sound = () => playSignal(world === 'real' ? 'entrar' : 'ensaio')
      stage.place(openViewfinder(state, () => camera, chip, sound))
    }
  }
  const goBack = () => (cameFrom && camera.kind !== 'on' ? cameFrom() : goHome())

  function show(verdict: ShownVerdict): void {
    const ways = { others: porta.table, group: porta.group, table, asked: () => stage.hold(goBack) }
    stage.place(openVerdict(verdict, { ...touches, ...ways }))
    stage.hold(goBack)
  }
  function search(fixed?: Candidate[]): void {
    cameFrom = () => search()
    const chosenIn = world
    const scene = openSearch({
      porta,
      fixed,
      world,
      listTime,
      admit: (id) => touches.admit([id], 'busca', chosenIn),
      admitNamed: (nome) => touches.admitNamed(nome),
    })
    stage.place(scene)
  }
  function typeCode(): void {
    cameFrom = () => typeCode()
    stage.place(openCode((code) => touches.readCode(code)))
  }
  function table({ convidado, world: chosenIn }: Reading): void {
    if (!convidado) return
    const others = () => porta.table(convidado.credencialid)
    const admit = (ids: string[]) => touches.admit(ids, 'mesa', chosenIn)
    stage.place(openMesa({ justRead: convidado, world: chosenIn, others, admit }))
  }

  function askToday(): void {
    const yes = () => void porta.sayToday().catch(reportError).finally(goHome)
    stage.place(openToday(state(), yes, goHome))
  }

  function sightOf(look: Look) {
    const frame = stage.scene()?.main.querySelector('.mira')
    return sightIn(look, video.getBoundingClientRect(), frame?.getBoundingClientRect() ?? null)
  }
  function draw(): void {
    const now = state()
    followEvento(now)
    const scene = stage.scene()
    const isOtherWorld = now.world !== world || now.ate !== ate
    ;({ world, ate } = now)
    if (isOtherWorld) {
      last = null
      aim = openAim(passing)
    }
    const next = homeOf(now, camera)
    const isHome = scene?.kind === 'lendo' || scene?.kind === 'aviso'
    const isLeaving = isHome ? next !== home : isClosed(next) && scene?.kind !== 'veredito'
    if (isOtherWorld || isLeaving) goHome()
    else scene?.update?.()
    layout.draw(now, stage.middle(), readinessOf(now, readiness.proofs(), readiness.hasNewer()))
  }
  const readiness = openReadiness(porta, { isKept: isPageKept, fetchNewer: fetchNewerPage }, () => draw())
  goHome()
  porta.subscribe(draw)
  setInterval(draw, REDRAW_MILLISECONDS)
  draw()
  wakeSound(draw)
  // At a closed door, a code held up would hide the reason why it is closed.
  const isReading = () =>
    !isClosed(homeOf(state(), camera)) && stage.scene()?.isReading() === true && !touches.isBusy()
  return {
    isReading,
    /** What one picture from the camera shows. Resolves once the intended code was decided and is in view. */
    async seen(look: Look) {
      const aimed = isReading() && look.codes.length > 0 ? aim(look.codes, sightOf(look)) : null
      outlines.draw(look, aimed?.outlined ?? [])
      if (aimed?.kind === 'one') await touches.read(aimed.text)
      if (aimed?.kind !== 'several') return
      if (aimed.held !== null) await touches.read(aimed.held)
      else if (stage.scene()?.kind === 'veredito' && aimed.milliseconds > DOUBT_MILLISECONDS) goHome()
      stage.scene()?.doubt?.()
    },
    camera(next: CameraState) {
      camera = next
      draw()
    },
    decoder: readiness.decoder,
  }
}
