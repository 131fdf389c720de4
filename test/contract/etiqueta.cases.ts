import { expect } from 'vitest'
import { impressasIn, isNova, SEM_CODIGO, TIPOS, type Impressa } from '../../server/domain/envio.ts'
import { aMerge, anAutor, NOW } from '../support/factories.ts'
import { aConvidado, atOnce, linhasDoHistoricoIn } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { readAll } from './registros.ts'

const by = (quem: string) => anAutor({ quem })

const sheetOf = (ids: string[], impresso = 'h1', versao = 0): Impressa[] =>
  ids.map((credencialid) => ({ credencialid, impresso, versao }))

const some = (harness: Harness, count: number) =>
  Promise.all(Array.from({ length: count }, () => aConvidado(harness)))

const markedIn = async ({ storage: { envios } }: Harness) =>
  impressasIn(await envios.list('etiqueta'), await envios.list('desmarcada'))
    .map(({ para, numero }) => `${para} ${numero}`)
    .sort()

export const cases: ContractCase[] = [
  it('a sheet that is marked, once or again, is noted of its guests and of nobody else, and is no message', async (harness) => {
    const { envios } = harness.storage
    const ids = await some(harness, 3)
    const [ana = '', rui = '', eva = ''] = ids
    await envios.mark(sheetOf([ana, rui]), NOW, by('cida'))
    await envios.mark(sheetOf([ana, rui]), NOW, by('neusa'))
    expect(await markedIn(harness)).toEqual([ana, rui].sort().map((id) => `${id} h1`))
    expect(await envios.find('etiqueta', ana)).toEqual({
      tipo: 'etiqueta',
      para: ana,
      versao: 0,
      numero: 'h1',
      estado: 'em-maos',
      em: NOW,
      quem: 'cida',
      ate: null,
    })
    expect(await envios.find('etiqueta', eva)).toBeNull()
    for (const tipo of TIPOS) expect(await envios.list(tipo)).toEqual([])
  }),
  it('of two sheets the one that was made later stands, whichever is marked first', async (harness) => {
    const { envios } = harness.storage
    const ids = await some(harness, 1)
    const [ana = ''] = ids
    await envios.mark(sheetOf(ids, 'h1'), NOW, by('cida'))
    await envios.mark(sheetOf(ids, 'h2', SEM_CODIGO), NOW + 1, by('neusa'))
    await envios.mark(sheetOf(ids, 'h1'), NOW, by('cida'))
    const noted = (await envios.find('etiqueta', ana)) ?? undefined
    expect(noted).toMatchObject({ numero: 'h2', versao: SEM_CODIGO, em: NOW + 1 })
    const isNew = (impresso: string, versao: number) => isNova(noted, { impresso, versao })
    expect([isNew('h2', SEM_CODIGO), isNew('h2', 0), isNew('h3', SEM_CODIGO)]).toEqual([false, true, true])
    expect(isNova(undefined, { impresso: 'h2', versao: 0 })).toBe(true)
  }),
  it('a sheet of many, marked by five at once, is noted once of each', async (harness) => {
    const ids = await some(harness, 120)
    await atOnce(5, () => harness.storage.envios.mark(sheetOf(ids), NOW, by('cida')))
    expect(await markedIn(harness)).toEqual(ids.map((id) => `${id} h1`).sort())
  }),
  it('a sheet that is marked is told in the history once with its count, however often, and names nobody', async (harness) => {
    const { envios } = harness.storage
    const ids = await some(harness, 120)
    const marks = by('cida')
    await envios.mark(sheetOf(ids), NOW, marks)
    await envios.mark(sheetOf(ids), NOW, marks)
    await envios.mark(sheetOf(ids), NOW, by('neusa'))
    await envios.mark(sheetOf(['nobody']), NOW, by('neusa'))
    expect(await linhasDoHistoricoIn(harness, { ato: 'marcou-etiquetas' })).toEqual([
      { ...marks, ato: 'marcou-etiquetas', alvo: '', detalhe: '120' },
    ])
    await envios.mark(sheetOf(ids.slice(0, 1), 'h2'), NOW + 1, by('neusa'))
    const told = await linhasDoHistoricoIn(harness, { ato: 'marcou-etiquetas' })
    expect(told.map(({ quem, detalhe }) => [quem, detalhe]).sort()).toEqual([
      ['cida', '120'],
      ['neusa', '1'],
    ])
  }),
  it('a sheet that is unmarked counts for nothing, however often; one that was made before it or after it stands', async (harness) => {
    const { envios } = harness.storage
    const ids = await some(harness, 2)
    const [ana = '', rui = ''] = ids
    const unmarks = by('cida')
    expect(await envios.mark(sheetOf(ids, 'h2'), NOW + 1, by('cida'))).toEqual({ kind: 'marcada' })
    await envios.unmark(NOW + 1, 2, unmarks)
    await envios.unmark(NOW + 1, 2, by('neusa'))
    expect(await markedIn(harness)).toEqual([])
    expect(await envios.mark(sheetOf(ids, 'h2'), NOW + 1, by('cida'))).toEqual({ kind: 'desmarcada' })
    expect(await markedIn(harness)).toEqual([])
    // Their labels were printed at the same time, on a sheet that was opened first and is marked last.
    expect(await envios.mark(sheetOf([ana], 'h1'), NOW, by('neusa'))).toEqual({ kind: 'marcada' })
    expect(await envios.mark(sheetOf([rui], 'h3'), NOW + 2, by('cida'))).toEqual({ kind: 'marcada' })
    expect(await markedIn(harness)).toEqual([`${ana} h1`, `${rui} h3`].sort())
    expect(await linhasDoHistoricoIn(harness, { ato: 'desmarcou-etiquetas' })).toEqual([
      { ...unmarks, ato: 'desmarcou-etiquetas', alvo: '', detalhe: '2' },
    ])
    expect(await linhasDoHistoricoIn(harness, { ato: 'marcou-etiquetas' })).toHaveLength(3)
  }),
  it('a sheet that was unmarked is carried with everything, and goes with all of the event', async (harness) => {
    const { credenciais, envios, transfer } = harness.storage
    const ids = await some(harness, 1)
    await envios.mark(sheetOf(ids), NOW, by('cida'))
    await envios.unmark(NOW, 1, by('cida'))
    const all = await readAll(transfer.read())
    const noted = all.flatMap((one) => (one.kind === 'envio' ? [one.envio] : []))
    const desmarcada = { tipo: 'desmarcada', para: String(NOW) } as const
    expect(noted).toContainEqual(expect.objectContaining(desmarcada))
    await transfer.erase([], [], [desmarcada])
    expect(await markedIn(harness)).toHaveLength(1)
    await transfer.write(all)
    expect(await markedIn(harness)).toEqual([])
    expect((await credenciais.countPersonalData()).envios).toBe(1)
    await credenciais.erasePersonalData(by('cida'))
    expect(await envios.list('desmarcada')).toEqual([])
  }),
  it('what was noted of a label goes with its guest, and nothing is noted of whom was erased meanwhile', async (harness) => {
    const { credenciais, envios } = harness.storage
    const ids = await some(harness, 4)
    const [ana = '', rui = '', eva = '', leo = ''] = ids
    await envios.mark(sheetOf(ids), NOW, by('cida'))
    expect((await credenciais.countPersonalData()).envios).toBe(4)
    await credenciais.remove(ana, false, by('cida'))
    expect((await credenciais.merge(aMerge(rui, eva), by('cida'))).kind).toBe('merged')
    expect(await markedIn(harness)).toEqual([`${rui} h1`, `${leo} h1`].sort())
    await envios.mark(sheetOf([ana, eva, 'nobody']), NOW + 1, by('cida'))
    expect(await markedIn(harness)).toEqual([`${rui} h1`, `${leo} h1`].sort())
    await credenciais.erasePersonalData(by('cida'))
    expect(await markedIn(harness)).toEqual([])
  }),
  it('what was noted of labels is carried with everything, and goes from a copy with the guest', async (harness) => {
    const { envios, transfer } = harness.storage
    const ids = await some(harness, 2)
    const [ana = '', rui = ''] = ids
    await envios.mark(sheetOf(ids), NOW, by('cida'))
    const all = await readAll(transfer.read())
    expect(all.filter(({ kind }) => kind === 'envio')).toHaveLength(2)
    await transfer.erase([], [], [{ tipo: 'etiqueta', para: rui }])
    expect(await markedIn(harness)).toEqual([`${ana} h1`])
    await transfer.write(all)
    expect(await markedIn(harness)).toEqual(ids.map((id) => `${id} h1`).sort())
    await transfer.erase([ana])
    expect(await markedIn(harness)).toEqual([`${rui} h1`])
  }),
]

export const races: ContractCase[] = [
  it('two sheets of the same guests marked at once leave what the later one shows', async (harness) => {
    const { envios } = harness.storage
    const ids = await some(harness, 5)
    for (let round = 0; round < 5; round++) {
      const at = NOW + 10 * round
      await Promise.all([
        envios.mark(sheetOf(ids, `new-${round}`), at + 1, by('cida')),
        envios.mark(sheetOf(ids, `old-${round}`), at, by('neusa')),
      ])
      expect(await markedIn(harness)).toEqual(ids.map((id) => `${id} new-${round}`).sort())
    }
  }),
  it('a sheet marked again and unmarked by five at once is unmarked whole, and told once; one that is no part of it stands', async (harness) => {
    const { envios } = harness.storage
    const [ids, others] = [await some(harness, 120), await some(harness, 2)]
    await envios.mark(sheetOf(ids.slice(0, 60)), NOW, by('cida'))
    await Promise.all([
      envios.mark(sheetOf(ids), NOW, by('cida')),
      atOnce(5, () => envios.unmark(NOW, 120, by('neusa'))),
      envios.mark(sheetOf(others, 'h2'), NOW + 1, by('rui')),
    ])
    expect(await markedIn(harness)).toEqual(others.map((id) => `${id} h2`).sort())
    expect(await linhasDoHistoricoIn(harness, { ato: 'desmarcou-etiquetas' })).toHaveLength(1)
  }),
  it('a guest removed while five mark the sheet with their label leaves nothing of it', async (harness) => {
    const { credenciais, envios } = harness.storage
    for (let round = 0; round < 5; round++) {
      const para = await aConvidado(harness)
      const acts = Array.from({ length: 5 }, (_, n) => [
        () => envios.mark(sheetOf([para]), NOW + n, by(`device-${n}`)),
        ...(n === round ? [() => credenciais.remove(para, false, by('rui'))] : []),
      ])
      await Promise.all(acts.flat().map((act) => act()))
      expect(await envios.find('etiqueta', para)).toBeNull()
    }
  }),
]
