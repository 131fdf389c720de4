import type { ConvidadoLine } from '../domain/convidado-row.ts'
import type { EmpresaRow } from '../domain/empresa-row.ts'
import { PLANILHA_MS, type PlanilhaEnviada } from '../domain/planilha-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { digestOf, type Effect } from './effect.ts'
import { previewConvidados, type Convidados, type PreviewParts } from './preview-convidados.ts'
import { previewEmpresas, type ImportParts, type Planilha } from './preview-empresas.ts'

/** What an uploaded spreadsheet is read and compared with. */
export interface OpenParts extends ImportParts, PreviewParts, Pick<Storage, 'planilhas'> {
  /** The rows of companies or guests in what was stored of an upload; null for what cannot be understood. */
  read: {
    empresas: (bytes: Uint8Array) => Promise<(Planilha & { ignored: string[] }) | null>
    convidados: (bytes: Uint8Array) => Promise<(Convidados & { ignored: string[] }) | null>
  }
}

/** An uploaded spreadsheet, what recording it would do now, and the rows that would be written. */
export type OpenPlanilha = Pick<PlanilhaEnviada, 'arquivo' | 'enviadaem'> & {
  effect: Effect
  /** The digest of the effect. */
  digest: string
  /** Columns whose cells are not read. */
  ignored: string[]
} & ({ tipo: 'empresas'; rows: EmpresaRow[] } | { tipo: 'convidados'; rows: ConvidadoLine[] })

/**
 * Opens an uploaded spreadsheet, and writes nothing.
 * @returns null for one that was recorded, uploaded more than an hour ago, or to a version that stored it otherwise
 * @throws StorageError
 */
export async function openPlanilha(parts: OpenParts, planilhaid: string): Promise<OpenPlanilha | null> {
  const planilha = await parts.planilhas.find(planilhaid)
  if (!planilha || planilha.enviadaem + PLANILHA_MS <= parts.now()) return null
  const { arquivo, enviadaem, tipo, bytes } = planilha
  switch (tipo) {
    case 'empresas': {
      const read = await parts.read.empresas(bytes)
      if (!read) return null
      const { effect, rows } = await previewEmpresas(parts, read)
      const digest = await digestOf(effect)
      return { arquivo, enviadaem, tipo, effect, rows, digest, ignored: read.ignored }
    }
    case 'convidados': {
      const read = await parts.read.convidados(bytes)
      if (!read) return null
      const { effect, rows } = await previewConvidados(parts, read)
      const digest = await digestOf(effect)
      return { arquivo, enviadaem, tipo, effect, rows, digest, ignored: read.ignored }
    }
    default:
      return tipo satisfies never
  }
}
