import { expect, test } from 'vitest'
import type { Envio, EnvioRepo } from '../../../server/domain/envio.ts'
import { MESA } from '../../../server/domain/historico.ts'
import { readFilaDaMesa } from '../../../server/use-cases/send-envios.ts'
import { NOW } from '../../support/factories.ts'

const anEnvio = (para: string, fields: Partial<Envio> = {}): Envio => ({
  tipo: 'pessoal',
  para,
  versao: 0,
  numero: '',
  estado: 'enviado',
  em: NOW,
  quem: MESA,
  ate: null,
  ...fields,
})

/** Some rows, and a way to read them. */
function envios(stored: Envio[]) {
  const calls: string[] = []
  const repo: Pick<EnvioRepo, 'find' | 'list'> = {
    find: (_tipo, para) => {
      calls.push(para)
      return Promise.resolve(stored.find((envio) => envio.para === para) ?? null)
    },
    list: () => {
      calls.push('all')
      return Promise.resolve(stored)
    },
  }
  return {
    calls,
    parts: { envios: repo as EnvioRepo, now: () => NOW, numeroOf: (telefone: string) => telefone },
  }
}

const aMesaOf = (codigos: string[]) => ({
  empresaid: 'acme',
  nome: 'Fazenda Acme',
  convites: codigos.map((codigo) => ({
    codigo,
    rotulo: codigo,
    telefone: '',
    lugares: 1,
    estado: 'novo' as const,
  })),
})

test('a table’s queue has its unused invitations as they were typed, skipped ones last, and nobody else’s', async () => {
  const stored = [
    anEnvio('sent'),
    anEnvio('skipped', { estado: 'pulado' }),
    anEnvio('of another table', { estado: 'pulado' }),
  ]
  const { calls, parts } = envios(stored)
  const { convites, ...mesa } = aMesaOf(['skipped', 'sent', 'c', 'b'])
  const used = { codigo: 'used', rotulo: 'used', telefone: '', lugares: 1, estado: 'usado' as const }
  const fila = await readFilaDaMesa(parts, { ...mesa, convites: [used, ...convites] })
  expect(fila.linhas.map(({ para }) => para)).toEqual(['skipped', 'sent', 'c', 'b'])
  expect(fila.porEnviar.map(({ para }) => para)).toEqual(['c', 'b', 'skipped'])
  expect(fila.enviados.map(({ para, empresa, digits }) => [para, empresa?.nome, digits])).toEqual([
    ['sent', 'Fazenda Acme', ''],
  ])
  expect(calls).toEqual(['skipped', 'sent', 'c', 'b'])
})

test('the rows of a large table are read at once, and are the same', async () => {
  const codigos = Array.from({ length: 100 }, (_, n) => `c${n}`)
  const { calls, parts } = envios([...codigos.slice(0, 40).map((para) => anEnvio(para)), anEnvio('other')])
  const fila = await readFilaDaMesa(parts, aMesaOf(codigos))
  expect([fila.linhas.length, fila.enviados.length, fila.porEnviar.length]).toEqual([100, 40, 60])
  expect(calls).toEqual(['all'])
})
