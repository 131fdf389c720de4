import { expect, test } from 'vitest'
import { convidadosOf } from '../../../server/planilhas/rows.ts'
import { inline } from '../../support/her-sheet.ts'
import { pastaOf } from '../../support/pasta.ts'

async function readOf(rows: string[][], empresaid = '') {
  const pasta = await pastaOf(inline(rows), { modo: 'convidar', empresaid })
  const { rows: read, perguntas, bad } = await convidadosOf(pasta, null)
  return [
    ...read.map(({ row }) => `${row.cadastro.nome} · ${row.empresa}`),
    ...perguntas.map(({ line, escolhida }) => `${line}? ${escolhida}`),
    ...bad.map(({ line, nome }) => `${line}- ${nome}`),
  ]
}

test('a title in a column that is not read is the company of those below, and other words there are told', async () => {
  const rows = [
    ['MESA 1 - SEMENTES AURORA (10 lugares)'],
    ['1', 'Ana Lima', '34999110001'],
    ['2', 'Bia Sá', '34999110002'],
    ['3', 'Caio Melo', '34999110003'],
    ['4', '', ''],
    ['FAZENDA NOVA'],
    ['1', 'Davi Reis', '34999110004'],
    ['2', 'Eva Dias', '34999110005'],
    ['Obs.: chegar cedo'],
  ]
  expect(await readOf(rows)).toEqual([
    'ANA LIMA · MESA 1 - SEMENTES AURORA',
    'BIA SÁ · MESA 1 - SEMENTES AURORA',
    'CAIO MELO · MESA 1 - SEMENTES AURORA',
    'DAVI REIS · FAZENDA NOVA',
    'EVA DIAS · FAZENDA NOVA',
    '1? secao',
    '6? secao',
    '9- Obs.: chegar cedo',
  ])
})

test('a company alone in its row, where it is of those below, lacks no name', async () => {
  const rows = [
    ['Empresa', 'Nome'],
    ['Fazenda Nova', ''],
    ['', 'Ana Lima'],
    ['', 'Bia Sá'],
    ['Mesa 3', ''],
    ['', 'Caio Melo'],
  ]
  expect(await readOf(rows, '^')).toEqual([
    'ANA LIMA · Fazenda Nova',
    'BIA SÁ · Fazenda Nova',
    'CAIO MELO · Mesa 3',
  ])
  expect(await readOf(rows)).toContain('2- ')
})
