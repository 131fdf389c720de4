import { expect } from 'vitest'
import { NOTHING_DONE, type Upload } from '../../server/domain/planilha-repo.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { desfazerImportacao } from '../../server/use-cases/desfazer.ts'
import { aClaim, anAutor, NOW, unique } from '../support/factories.ts'
import { registered } from '../support/registered.ts'
import { aNovo } from './convite.cases.ts'
import { type Harness } from './harness.ts'

/** An upload that is being recorded. */
export async function aPlanilha({ planilhas }: Storage): Promise<Upload> {
  const planilhaid = unique('planilha')
  const sent = { planilhaid, enviadaem: NOW, tipo: 'convidados' as const, arquivo: 'a.csv' }
  await planilhas.put({ ...sent, bytes: new Uint8Array() })
  await planilhas.begin({ ...sent, fase: 'gravando', quem: 'run', vistaem: NOW, ...NOTHING_DONE })
  const found = await planilhas.find(planilhaid)
  if (!found) throw new Error('not stored')
  return found
}

export const autor = () => anAutor({ em: NOW + 60_000 })

export const undo = (storage: Storage, { planilhaid }: Upload) =>
  desfazerImportacao({ ...storage, autor }, planilhaid)

let at = NOW + 1_000

/** The next millisecond: each guest has one of their own. */
export const later = () => at++

/** A guest of the upload, whom the company pays for. */
export const imported = ({ storage }: Harness, planilha: Upload, empresaid: string | null, fields = {}) =>
  registered(storage.credenciais, {
    planilha,
    now: later(),
    claim: empresaid === null ? null : aClaim(empresaid),
    recibo: null,
    autor: anAutor(),
    ...fields,
  })

/** An invitation of the upload. @returns its code */
export async function invited({ storage }: Harness, planilha: Upload, empresaid: string, lugares = 1) {
  const novo = { ...aNovo(), telefone: '65999990000', nota: 'madrinha', lugares }
  expect(await storage.convites.create(empresaid, [novo], NOW, anAutor(), planilha)).toEqual({
    kind: 'created',
  })
  return novo
}

export const importados = ({ storage }: Harness, { planilhaid }: Upload) =>
  storage.planilhas.listImportados(planilhaid)
export const ficaramDe = async (harness: Harness, planilha: Upload) =>
  (await importados(harness, planilha))
    .filter(({ desfeitoem }) => desfeitoem === null)
    .map(({ alvo }) => alvo)

export const sent = (tipo: 'mesa' | 'pessoal' | 'lembrete', para: string) => ({
  tipo,
  para,
  versao: 0,
  numero: 'n',
})

/** What may happen to a company, each of which keeps it. */
export const TO_EMPRESA: Record<string, (storage: Storage, empresaid: string) => Promise<unknown>> = {
  'has a hold': ({ empresas }, empresaid) => empresas.claim(aClaim(empresaid)),
  'got another total': ({ empresas }, empresaid) => empresas.changeTotal(empresaid, 77, anAutor()),
  'closed its link': ({ mesas }, empresaid) => mesas.setFechada(empresaid, true, anAutor()),
  'got another link': ({ mesas }, empresaid) => mesas.renewLink(empresaid, anAutor()),
  'asks for more': ({ mesas }, id) => mesas.pedir(id, { pedido: 3, motivo: '' }, anAutor()),
  'was written to': ({ envios }, empresaid) => envios.open(sent('mesa', empresaid), false, anAutor()),
}
