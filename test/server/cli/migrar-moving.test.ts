import { expect, test } from 'vitest'
import { migrate } from '../../../server/cli/migrate.ts'
import { compose } from '../../../server/composition.ts'
import { readConfig } from '../../../server/config.ts'
import type { Storage } from '../../../server/domain/storage.ts'
import type { Registro } from '../../../server/domain/transfer.ts'
import { withHolder } from '../../contract/registros.ts'
import { openBothStorages } from '../../support/both-storages.ts'
import { aClaim, anAutor, anEntrada, aRegister, HOLD_MS, NOW } from '../../support/factories.ts'
import { collectLog } from '../../support/log.ts'
import { PRODUCTION } from '../../support/production.ts'

const DIRECTIONS = [
  ['sqlite', 'firebase'],
  ['firebase', 'sqlite'],
] as const

const config = readConfig(PRODUCTION)

/** Two storages, a move from one to the other, and a way to act on the source as the first things are written. */
async function aMove(de: 'sqlite' | 'firebase', para: 'sqlite' | 'firebase') {
  const { fake, harness, sqlite } = await openBothStorages()
  const storages = { sqlite, firebase: harness.storage }
  const [source, target] = [storages[de], storages[para]]
  await source.empresas.importRows(
    [
      { empresaid: 'acme', nome: 'Acme', icredencial: 40, licredencial: 2 },
      { empresaid: 'beta', nome: 'Beta', icredencial: 40, licredencial: 0 },
    ],
    false,
    anAutor(),
  )
  for (let i = 0; i < 6; i++) {
    const convite = i < 4 ? aClaim('acme') : null
    await source.credenciais.register(aRegister({ claim: convite, chave: `chave-${i}`, now: NOW + i }))
  }

  let whileRead: () => Promise<unknown> = async () => {}
  let beforeWrite = whileRead
  let reads = 0
  /** The second reading is the copy; companies have been read by then, and reservas have not. */
  async function* read(): AsyncIterable<Registro> {
    const isCopy = ++reads === 2
    let isFirst = true
    for await (const registro of source.transfer.read()) {
      if (isCopy && isFirst && registro.kind === 'credencial') {
        isFirst = false
        await whileRead()
      }
      yield registro
    }
  }
  const write = async (registros: Registro[]) => {
    await beforeWrite()
    beforeWrite = async () => {}
    await target.transfer.write(registros)
  }
  const open = (name: string) => {
    const storage: Storage = { ...(name === de ? source : target), close: async () => {} }
    const transfer = { ...storage.transfer, ...(name === de ? { read } : { write }) }
    return compose(config, { storage: { ...storage, transfer }, now: () => NOW, log: collectLog().log })
  }
  const run = async () => {
    reads = 0
    const printed: string[] = []
    const print = (line: string) => void printed.push(line)
    const progress = () => ({ step() {}, end() {} })
    const { signal } = new AbortController()
    const exit = await migrate({ out: print, err: print, progress, signal, open }, [
      '--de',
      de,
      '--para',
      para,
    ])
    return { exit, printed: printed.join('\n') }
  }
  return {
    fake,
    source,
    target,
    whileRead: (act: () => Promise<unknown>) => void (whileRead = act),
    beforeWrite: (act: () => Promise<unknown>) => void (beforeWrite = act),
    run,
  }
}

/** Fields in one order, whatever the storage. */
const sorted = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

async function everythingIn({ transfer }: Storage): Promise<string[]> {
  const all: string[] = []
  for await (const registro of transfer.read()) all.push(JSON.stringify(registro, sorted))
  return all.sort()
}

const idsIn = async ({ credenciais }: Storage): Promise<string[]> => {
  const ids: string[] = []
  for await (const { credencial } of credenciais.list()) ids.push(credencial.credencialid)
  return ids
}

for (const [de, para] of DIRECTIONS) {
  test(`five claims during the copy from ${de} to ${para} are told, by company, and no invitation is sold twice`, async () => {
    const { source, target, whileRead, run } = await aMove(de, para)
    whileRead(async () => {
      for (let i = 0; i < 5; i++) await source.empresas.claim(aClaim('acme'))
    })
    const moved = await run()
    expect(moved.exit).toBe(1)
    expect(moved.printed).toContain(`O ${de} mudou durante a cópia`)
    expect(moved.printed).toMatch(/^acme +11 +6 +5 +5 +4 +4$/m)
    expect(moved.printed).not.toContain('Pronto')

    whileRead(async () => {})
    expect((await run()).printed).toContain('Pronto')
    expect((await target.empresas.find('acme', NOW))?.empresa.licredencial).toBe(11)
    expect(await everythingIn(target)).toEqual(await everythingIn(source))
  })

  test(`from ${de} to ${para}: what somebody writes at the target during the copy is told by company`, async () => {
    const { target, beforeWrite, run } = await aMove(de, para)
    await run()
    beforeWrite(() => target.empresas.claim(aClaim('beta')))
    const { exit, printed } = await run()
    expect(exit).toBe(1)
    expect(printed).toContain('Os números não são iguais')
    expect(printed).toMatch(/^beta +0 +0 +0 +1 +0 +0$/m)
  })

  test(`from ${de} to ${para}: holds that have ended and are not released yet are carried as they are`, async () => {
    const { source, target, run } = await aMove(de, para)
    await source.empresas.claim(aClaim('acme', { now: NOW - HOLD_MS }))
    expect(await run()).toMatchObject({ exit: 0 })
    expect(await everythingIn(target)).toEqual(await everythingIn(source))
    expect((await run()).exit).toBe(0)
    expect(await target.empresas.releaseEnded(NOW)).toBe(1)
  })

  test(`the team, admissions and the history go from ${de} to ${para}, a merged guest and one of a moved company with them`, async () => {
    const { source, target, run } = await aMove(de, para)
    const { credenciais, entradas, equipe, historico } = source
    const [ana, rui, eva] = [String(NOW), String(NOW + 1), String(NOW + 4)]
    const convite = { aparelhoid: 'porta', nome: 'ANA', papel: 'porta', codigo: 'codigo' } as const
    await equipe.invite({ ...convite, codigoate: NOW + 1 }, anAutor())
    await equipe.pair('codigo', 'segredo', anAutor())
    await entradas.add([anEntrada(rui)], anAutor())
    await credenciais.merge(ana, rui, anAutor())
    await credenciais.move({ credencialid: eva, empresaid: 'beta', reservaid: 'r', now: NOW }, anAutor())
    expect((await run()).exit).toBe(0)
    expect(await target.equipe.findBySegredo('segredo')).toEqual(await equipe.findBySegredo('segredo'))
    expect(await target.entradas.listOf(ana)).toEqual(await entradas.listOf(ana))
    const all = { after: null, limit: 100 }
    expect(await target.historico.list(all)).toEqual(await historico.list(all))
    expect((await target.credenciais.findById(eva))?.empresa?.empresaid).toBe('beta')
    expect(await target.painel.count(NOW)).toEqual(await source.painel.count(NOW))
  })

  test(`personal invitations, closed links and withdrawals go from ${de} to ${para}`, async () => {
    const { source, target, run } = await aMove(de, para)
    const id = await withHolder(source)
    expect((await run()).exit).toBe(0)
    expect(await everythingIn(target)).toEqual(await everythingIn(source))
    expect(await target.convites.list('acme')).toEqual(await source.convites.list('acme'))
    expect(await target.mesas.find('acme')).toEqual({ empresaid: 'acme', versao: 0, fechada: true })
    expect(await target.desistencias.list()).toEqual(await source.desistencias.list())
    expect([...(await target.desistencias.list()).keys()]).toEqual([id])
    expect(await target.empresas.find('acme', NOW)).toMatchObject({ pessoais: 1, isFechada: true })
  })

  test(`a move from ${de} to ${para} is finished by running it again after a guest who had withdrawn was removed`, async () => {
    const { source, target, run } = await aMove(de, para)
    const id = await withHolder(source)
    expect((await run()).exit).toBe(0)
    await source.credenciais.remove(id, false, anAutor())
    expect(await run()).toMatchObject({ exit: 0 })
    expect(await everythingIn(target)).toEqual(await everythingIn(source))
    expect([...(await target.desistencias.list()).keys()]).toEqual([])
  })

  for (const [what, live] of Object.entries<(source: Storage) => Promise<unknown>>({
    'a hold was released and its browser holds another': async ({ empresas }) => {
      for (let i = 0; i < 6; i++) {
        const now = NOW + HOLD_MS
        await empresas.releaseEnded(now)
        await empresas.claim(aClaim('acme', { sid: 'browser', now, reservaid: `r${i}` }))
        await empresas.claim(aClaim('beta', { sid: 'browser', now, reservaid: `z${9 - i}` }))
        await empresas.releaseEnded(now + HOLD_MS)
      }
      await empresas.claim(aClaim('acme', { sid: 'browser', reservaid: 'a' }))
      await empresas.claim(aClaim('beta', { sid: 'browser', reservaid: 'a2' }))
    },
    'a held invitation was used': ({ credenciais }) =>
      credenciais.register(aRegister({ claim: aClaim('acme', { sid: 'browser' }), now: NOW + 20 })),
    'a guest was erased, with the invitation given back': ({ credenciais }) =>
      credenciais.remove(String(NOW), true, anAutor()),
    'a guest of the public form was erased': ({ credenciais }) =>
      credenciais.remove(String(NOW + 5), false, anAutor()),
    'a guest was erased and registered again': async ({ credenciais }) => {
      await credenciais.remove(String(NOW + 5), false, anAutor())
      await credenciais.register(aRegister({ chave: 'chave-5', now: NOW - 30 }))
    },
    'two guests were corrected, one to what the other was': async ({ credenciais }) => {
      const cadastro = { nome: 'ANA', telefone: '11987654321', email: '' }
      await credenciais.correct({ credencialid: String(NOW + 5), cadastro, chave: 'nova' }, anAutor())
      await credenciais.correct({ credencialid: String(NOW + 1), cadastro, chave: 'chave-5' }, anAutor())
    },
    'a company got more invitations': ({ empresas }) =>
      empresas.importRows(
        [{ empresaid: 'beta', nome: 'Beta', icredencial: 90, licredencial: 0 }],
        false,
        anAutor(),
      ),
  })) {
    test(`a move from ${de} to ${para} is finished by running it again after ${what}`, async () => {
      const { source, target, run } = await aMove(de, para)
      await source.empresas.claim(aClaim('acme', { sid: 'browser', reservaid: 'm' }))
      await source.empresas.claim(aClaim('beta', { sid: 'browser', reservaid: 'm2' }))
      expect((await run()).exit).toBe(0)
      await live(source)
      expect(await run()).toMatchObject({ exit: 0 })
      expect(await everythingIn(target)).toEqual(await everythingIn(source))
      expect(await idsIn(target)).toEqual(await idsIn(source))
    })
  }

  test(`from ${de} to ${para}: a copy somebody has used is refused when it has a guest the source has not`, async () => {
    const { source, target, run } = await aMove(de, para)
    await run()
    const services = await compose(config, {
      storage: { ...target, close: async () => {} },
      log: collectLog().log,
    })
    services.startMaintenance()
    await expect.poll(() => target.transfer.isCopy()).toBe(false)
    await services.close()
    await target.credenciais.register(aRegister({ now: NOW + 40 }))
    const before = await everythingIn(target)
    expect(await run()).toMatchObject({
      exit: 1,
      printed: expect.stringContaining('nada foi copiado') as string,
    })
    expect(await everythingIn(target)).toEqual(before)
    expect((await idsIn(source)).length).toBe(6)
  })

  test(`from ${de} to ${para}: a copy of another storage is refused, though nobody has used it`, async () => {
    const { target, run } = await aMove(de, para)
    await target.transfer.setCopy(true)
    await target.empresas.importRows(
      [{ empresaid: 'de-outro', nome: 'Outra', icredencial: 1, licredencial: 0 }],
      false,
      anAutor(),
    )
    await target.credenciais.register(aRegister({ now: NOW + 40 }))
    expect(await run()).toMatchObject({ exit: 1 })
    expect(await idsIn(target)).toEqual([String(NOW + 40)])
  })
}

test('documents without an empresaid are no companies on either side, and keys without a guest no keys', async () => {
  const { fake, source, target, run } = await aMove('firebase', 'sqlite')
  fake.put('empresa', 'rascunho', { nome: 'Rascunho' })
  fake.put('chave', 'korfa', { credencialid: '1500000000000', reservaid: null })
  expect(await run()).toMatchObject({ exit: 0, printed: expect.stringMatching(/empresas +2 +2\n/) as string })
  expect(await everythingIn(target)).toEqual(await everythingIn(source))
  expect((await source.transfer.count()).empresas).toBe(2)
})
