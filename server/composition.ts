import { randomUUID } from 'node:crypto'
import {
  BLANK_ARTE,
  createArteFiles,
  NO_ARTE,
  ownArtIn,
  type Arte,
  type ArteFiles,
  type ArteOf,
} from './arte/arte.ts'
import {
  createCertificados,
  type CertificadoDrawer,
  type Certificados,
} from './arte/certificado/certificados.ts'
import { createPictures, type CredencialPictureOf } from './arte/picture-cache.ts'
import type { Config } from './config.ts'
import { loadSample, secretsOf } from './demonstration.ts'
import { fingerprintOf, origemOf } from './domain/chave.ts'
import { isBeginning } from './domain/acts/evento.ts'
import { parseEmpresaid } from './domain/empresaid.ts'
import type { Campo } from './domain/assuntos.ts'
import type { EmpresaConvites } from './domain/empresa-repo.ts'
import { StorageError } from './domain/errors.ts'
import { NOT_DESCRIBED, type Evento } from './domain/evento.ts'
import { termsOf, type Terms } from './domain/quando.ts'
import {
  descritoIn,
  imagemidsIn,
  termsOfGravado,
  untold,
  type EventoGravado,
  type EventoGuardado,
  type Imagem,
} from './domain/evento-gravado.ts'
import { together, type PictureOf } from './domain/imagem.ts'
import { CLI, type Autor } from './domain/historico.ts'
import { keyedBy, type Keyed } from './domain/keyed-by.ts'
import type { Storage } from './domain/storage.ts'
import { parseCode } from './domain/signed-text.ts'
import { describedIn, eventoAtStart, followEvento, FRESH_MS } from './follow-evento.ts'
import { createLog, type Logger } from './log.ts'
import { openStorage } from './open-storage.ts'
import { createFairQueue } from './queue.ts'
import { cacheByVersion, createPainelReadings, type PainelReadings } from './use-cases/painel-readings.ts'
import { readEsperas, type Esperas } from './use-cases/tarefas.ts'
import { createCodeIndex, type FindByCode } from './use-cases/find-convidado.ts'
import { findEmpresaMeant } from './use-cases/empresas.ts'
import { createPortaList, type PortaListOf } from './use-cases/porta-list.ts'
import { createErasureDue } from './use-cases/erase-convidados.ts'
import { createBackupTurns, createPass, createMaintenance } from './use-cases/maintenance.ts'
import { createPreparos, type Preparos } from './use-cases/imagem.ts'
import { createTasks, type Tasks } from './use-cases/andamento.ts'
import {
  createRegisterAsOrganiser,
  type RegisterAsOrganiser,
  createRegister,
  type Register,
} from './use-cases/registration.ts'
import { readVersion, type Version } from './version.ts'

/** How many are drawn at once and how many may wait. One takes half a second, and may delay a stored event's. */
const PREVIEWS = { concurrency: 1, waiting: 3 }

/**
 * Everything made once per process, for requests and commands. A function that needs three of these or fewer
 * names them: `Pick<Services, …>`. One that makes or answers a whole page, or keeps something for each
 * process, takes them all.
 */
export interface Services extends Terms, Storage, Keyed {
  config: Config
  /** The event as stored; null if none is described. */
  gravado: EventoGravado | null
  /** The same, or what is stored in its place between two events; `untold` until storage says. */
  guardado: EventoGuardado | null
  /**
   * The current services, replaced when the event changes. A request asks once, and keeps them to its end.
   * @param maxAgeMs how old the knowledge of the stored event may be; 0 asks storage
   */
  latest: (maxAgeMs?: number) => Services | Promise<Services>
  /** One object for every version of the event: the key to whatever a process has one of. */
  owner: object
  register: Register
  painelReadings: PainelReadings
  /** What waits for the organisation; kept like the board's readings. */
  esperas: () => Promise<Esperas>
  registerAsOrganiser: RegisterAsOrganiser
  tasks: Tasks
  /** The invitation as pages show it. */
  arte: Arte
  /** Its files by address, including those of the invitation shown before. */
  arteFiles: ArteFiles
  /** Draws an event that is stored, or about to be. */
  arteOf: ArteOf
  /** Draws a preview of an event, for a browser of the organisation; null while too many are requested. */
  previewOf: (
    aparelhoid: string,
    evento: Evento,
    imagens: (Imagem | null | undefined)[],
  ) => Promise<Arte | null>
  /** The organiser's own pictures being prepared. */
  preparos: Preparos
  /**
   * A guest's credencial as a PNG to save on the phone. Null while too many are being drawn, first for the
   * address with the most requests.
   */
  credencialPictureOf: CredencialPictureOf
  /** Draws certificates as PDF; null while too many are requested. */
  certificados: Certificados
  /** The fields of an event that its pictures have no room for, or no letters. */
  undrawableIn: (evento: Evento) => Promise<Campo[]>
  /** Keyed hash of a client address; null when limits are switched off or the address is not known. */
  origemOf: (address: string | null) => string | null
  parseEmpresaid: (raw: unknown) => string | null
  /** The company a mistyped address means. */
  findEmpresaMeant: (raw: string) => Promise<EmpresaConvites | null>
  parseCode: (raw: string) => string | null
  findByCode: FindByCode
  portaListOf: PortaListOf
  /** Whether the day to erase personal data has come and some is still stored. */
  isErasureDue: () => Promise<boolean>
  /** Logs that the erasure is due, once a day at most. */
  remindErasure: () => Promise<void>
  sessionSecrets: string[]
  now: () => number
  newId: () => string
  /** Makes an author, an aparelhoid or `CLI`, who acts now, with a new id for the history. */
  autorOf: (quem: string) => Autor
  log: Logger
  version: Version
  /** Maintains the storage now and then repeatedly until closed, without keeping the process alive. */
  startMaintenance: () => void
}

declare global {
  /**
   * Composes the services and maintains the storage where our own server does not hand them to the app with
   * each request: set by `remix-serve.ts`, and in development by `vite.config.ts`.
   */
  var startConvites: (() => Promise<Services>) | undefined
}

export interface World {
  storage: Storage
  now: () => number
  newId: () => string
  log: Logger
  /** Draws the invitation. Commands show no page, so they have none. */
  arteOf: ArteOf
  /** Prepares an organiser's own pictures; by default in this process. */
  pictureOf: PictureOf
  /** Draws certificates; by default in this process. */
  certificadoDrawer: CertificadoDrawer
  /** False for the organiser's commands, which must not mix invented companies with the organiser's own. */
  isSampleLoaded: boolean
  /** False for commands: the first server stores what the configuration describes. */
  isEventoAdopted: boolean
  /** False for commands, which fail at once when storage does not answer. */
  isStorageAwaited: boolean
  /** Receives a command's message that the schema was upgraded; a server logs it. */
  onUpgrade: (sentence: string) => void
}

/** Opens the configured storage and composes the services. */
export async function compose(config: Config, world: Partial<World> = {}): Promise<Services> {
  const {
    now = Date.now,
    newId = randomUUID,
    log = createLog(config.logLevel),
    arteOf = async () => NO_ARTE,
    pictureOf = prepareHere,
    isSampleLoaded = true,
    isEventoAdopted = true,
    isStorageAwaited = true,
  } = world
  const storage = world.storage ?? (await openStorage(config, log, world.onUpgrade))
  const { empresas, credenciais, convites, painel, avips, transfer } = storage
  const secrets = secretsOf(config)
  const fingerprint = fingerprintOf(secrets.credencial)
  const kept = await transfer.keepFingerprint(fingerprint).catch((err: unknown) => {
    // A server may start before its storage; a command has nothing to do without it.
    if (!(err instanceof StorageError) || !isStorageAwaited) throw err
    log.warn({ err }, 'storage did not tell which CREDENCIAL_SECRET it is used with')
    return fingerprint
  })
  if (kept !== fingerprint) {
    throw new Error(
      'CREDENCIAL_SECRET is not the one this storage was used with: set that one, it is never changed',
    )
  }
  if (config.yearsLater > 0) {
    const { yearsLater, evento } = config
    log.info({ yearsLater, inicio: evento.inicio }, 'the sample event is past: it is shown years later')
  }
  if (config.backups && config.storage.kind !== 'sqlite') log.warn(BACKUPS_IGNORED)
  const autorOf = (quem: string) => ({ historicoid: newId(), quem, em: now() })
  const keyed = keyedBy(secrets.credencial)
  if (config.isDemonstration && isSampleLoaded) await loadSample({ empresas, ...keyed, now }, autorOf(CLI))

  const starting = { now, log, isEventoAdopted }
  const findEvento = () => eventoAtStart(storage.eventos, config, starting)
  const guardado = await findEvento().catch((err: unknown) => {
    if (!(err instanceof StorageError) || !isStorageAwaited) throw err
    log.warn({ err }, 'storage did not tell the event: what the configuration describes is shown')
    return untold(describedIn(config))
  })
  const owner = {}
  let following: NodeJS.Timeout | undefined
  const arteFiles = createArteFiles()
  const storing = {
    credenciais,
    avips,
    secret: secrets.credencial,
    newId,
    log,
    onDue: () => maintenance.hurry(),
  }
  const picturesOf = createPictures()
  const previewInTurn = createFairQueue(PREVIEWS)
  const tasks = createTasks(log)
  const certificados = createCertificados(world.certificadoDrawer ? { drawer: world.certificadoDrawer } : {})
  const version = readVersion()
  const base = {
    ...storage,
    ...keyed,
    owner,
    arteOf,
    arteFiles,
    tasks,
    certificados,
    parseEmpresaid,
    parseCode,
    now,
    newId,
    autorOf,
    log,
    version,
    previewOf: (aparelhoid: string, evento: Evento, imagens: (Imagem | null | undefined)[]) =>
      previewInTurn(aparelhoid, () => arteOf(evento, together(imagens), { isPreview: true })),
    preparos: createPreparos({ ...storage, tasks, pictureOf, newId, now }),
    registerAsOrganiser: createRegisterAsOrganiser(storing),
    findEmpresaMeant: (raw: string) => findEmpresaMeant({ ...storage, now }, raw),
    origemOf: (address: string | null) =>
      address === null || config.postsPerMinute === 0 ? null : origemOf(secrets.credencial, address),
    findByCode: createCodeIndex({ painel, ...keyed }),
    portaListOf: createPortaList(keyed),
    sessionSecrets: [secrets.session, ...secrets.previousSessions],
    latest: (maxAgeMs?: number) => latest(maxAgeMs),
    async undrawableIn(evento: Evento) {
      // Loaded on first use, like the code that draws a credencial.
      const { undrawableIn } = await import('./arte/draw-all.ts')
      return undrawableIn(evento)
    },
    startMaintenance() {
      maintenance.start()
      backups.start()
      // A process without requests follows the event, too, so that its first visitor sees the right version.
      following ??= setInterval(() => void latest(), FRESH_MS / 2).unref()
    },
    async close() {
      clearInterval(following)
      maintenance.stop()
      backups.stop()
      await tasks.stop()
      await certificados.close()
      await storage.close()
    },
  }
  /** Commands show no picture. */
  const imagemOf = async (gravado: EventoGravado): Promise<Imagem | null> => {
    const ids = world.arteOf ? imagemidsIn(gravado) : []
    const found = await Promise.all(ids.map((id) => storage.eventos.findImagem(id)))
    if (found.includes(null))
      log.warn({ ids }, 'own pictures of the event are not stored: drawn ones are shown')
    return together(found)
  }
  const make = async (guardado: EventoGuardado | null): Promise<Services> => {
    const gravado = descritoIn(guardado)
    const evento = gravado?.evento ?? NOT_DESCRIBED
    const arte = gravado ? await arteOf(evento, await imagemOf(gravado)) : BLANK_ARTE
    arteFiles.show(arte)
    const terms = gravado ? termsOfGravado(gravado) : NO_TERMS
    const erasure = createErasureDue({
      ...terms,
      countPersonalData: () => credenciais.countPersonalData(),
      now,
      log,
    })
    const painelReadings = createPainelReadings({ ...storage, now }, evento, gravado?.confirmados)
    const waiting = { ...base, ...terms, gravado, painelReadings, config: { evento } }
    return {
      ...base,
      ...terms,
      gravado,
      guardado,
      arte,
      config: { ...config, evento },
      esperas: cacheByVersion(() => readEsperas(waiting), { painel, now }, undefined, SLOW_MS),
      register: createRegister({
        ...storing,
        convites,
        perguntas: evento.perguntas ?? [],
        holdMs: config.holdMs,
        ...terms,
        now,
      }),
      painelReadings,
      credencialPictureOf: picturesOf(evento, ownArtIn(arte)),
      isErasureDue: erasure.isDue,
      remindErasure: erasure.remind,
    }
  }
  const first = await make(guardado).catch(async (error: unknown) => {
    await storage.close()
    throw error
  })
  const find = async () => (await storage.eventos.find()) ?? (await findEvento())
  const latest = followEvento({ find, versao: () => storage.eventos.versao(), make, log }, first)
  const pass = createPass({ ...storage, now, log })
  const maintenance = createMaintenance({
    async maintain() {
      // If the start of another event was cut off, it is continued here. The known event shows whether it
      // was, so storage is not read for it otherwise.
      if (isBeginning((await latest()).guardado)) await storage.eventos.terminarComeco()
      return pass()
    },
    remind: async () => (await latest()).remindErasure(),
    log,
  })
  const backups = createBackupTurns({ backups: storage.backups, now, log })
  return first
}

/** How long counting what waits may hold up a page, in milliseconds. */
const SLOW_MS = 200

/** Loaded on first use. */
const prepareHere: PictureOf = async (originais) => {
  const { preparePicture } = await import('./arte/own-picture.ts')
  return preparePicture(originais)
}

/** Where no event is described nobody registers and nothing is due; both dates are still valid. */
const NO_TERMS: Terms = { ...termsOf(NOT_DESCRIBED), closesAt: 0 }

const BACKUPS_IGNORED =
  'BACKUP_DIR is ignored: only STORAGE=sqlite copies itself; Firestore has backup schedules of its own'
