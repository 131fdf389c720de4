import type { Door } from '../door.ts'
import type { Achado, Anulacao, Leitura, Lida } from '../shown.ts'
import { ditoOf, ditoOfMany, type Dito } from './announcement.ts'
import type { Horas } from './looks.ts'
import { recadoOfAnulacao, recadoOfLeitura, recadoOfMundo, type Recado } from './message.ts'

/** What the screens do with what comes of an act. */
export interface Told {
  /** `lida`: null for several guests at once. */
  falar(dito: Dito, lida: Lida | null): void
  avisar(recado: Recado): void
  /** Several guests have this code. */
  escolher(achados: Achado[]): void
  /** The code that was just decided is still in view. */
  mesmo(): void
  /** The last verdict was taken back. */
  desfeita(): void
  /** Nothing came of it. */
  nada(): void
}

/** What a volunteer does: one act at a time, for a thumb that taps twice means once. */
export interface Atos {
  isBusy(): boolean
  /** A code the camera found. Ends when it was decided and told. */
  read(text: string): Promise<void>
  readCode(code: string): void
  admit(ids: string[], modo: 'busca' | 'mesa'): void
  admitNamed(nome: string): void
  anyway(lida: Lida): void
  undo(dito: Dito): void
}

export function openAtos(
  door: Pick<Door, 'read' | 'readCode' | 'admit' | 'admitNamed' | 'admitAnyway' | 'annul' | 'state'>,
  horas: () => Horas,
  told: Told,
): Atos {
  let isBusy = false
  const once = async (act: () => Promise<void>): Promise<void> => {
    if (isBusy) return
    isBusy = true
    try {
      await act()
    } finally {
      isBusy = false
    }
  }
  const isEnsaio = () => door.state().ensaio !== null

  /** Tells it, unless a rehearsal began or ended meanwhile: nobody may take the one for the other. */
  const falar = (lida: Lida, dito: Dito, isOne: boolean): void => {
    if (lida.isEnsaio === isEnsaio()) told.falar(dito, isOne ? lida : null)
    else told.avisar(recadoOfMundo(lida.isEnsaio))
  }
  const take = (leitura: Leitura): void => {
    if (leitura.kind === 'lida') falar(leitura, ditoOf(leitura, horas()), true)
    else if (leitura.kind === 'varios') told.escolher(leitura.achados)
    else if (leitura.kind === 'mesmo') told.mesmo()
    else told.avisar(recadoOfLeitura(leitura.kind))
  }
  const perform = (act: () => Promise<Leitura>) => once(async () => take(await act()))

  const admit = async (ids: string[], modo: 'busca' | 'mesa') => {
    const done = await door.admit(ids, modo)
    if (done.kind === 'nao-guardou') {
      told.avisar(recadoOfLeitura(done.kind))
      return
    }
    const [first] = done.lidas
    const dito = ditoOfMany(done.lidas, horas())
    if (first && dito) falar(first, dito, done.lidas.length === 1)
    else told.nada()
  }
  const undo = async ({ admitidas, nome, isEnsaio }: Dito) => {
    const done: Anulacao['kind'][] = []
    for (const id of admitidas) done.push((await door.annul(id)).kind)
    const failed = done.find((kind) => kind !== 'anulada')
    if (!failed) told.desfeita()
    told.avisar(recadoOfAnulacao(failed ?? 'anulada', nome, isEnsaio))
  }

  return {
    isBusy: () => isBusy,
    read: (text) => perform(() => door.read(text)),
    readCode: (code) => void perform(() => door.readCode(code)),
    admit: (ids, modo) => void once(() => admit(ids, modo)),
    admitNamed: (nome) => void perform(() => door.admitNamed(nome)),
    anyway: (lida) => void perform(() => door.admitAnyway(lida)),
    undo: (dito) => void once(() => undo(dito)),
  }
}
