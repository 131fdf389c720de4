import { expect, test } from 'vitest'
import type { Storage } from '../../../server/domain/storage.ts'
import { withMesaBrowser } from '../../contract/registros.ts'
import { desistenciasIn } from '../../support/desistencias.ts'
import { aMove, DIRECTIONS, everythingIn, idsIn } from '../../support/a-move.ts'
import {
  aCadastro,
  aClaim,
  aGravar,
  anAutor,
  anEvento,
  anImagem,
  aRegister,
  HOLD_MS,
  NOW,
} from '../../support/factories.ts'

/** A company without guests, with everything that may be stored for one. */
async function withRevoked({ empresas, convites, mesas }: Storage, empresaid: string) {
  await empresas.importRows(
    [{ empresaid, nome: empresaid, icredencial: 5, licredencial: 0 }],
    false,
    anAutor(),
  )
  const codigo = empresaid.padEnd(20, 'x')
  const novo = { codigo, rotulo: 'Tia', reservaid: `r-${empresaid}`, sid: `s-${empresaid}` }
  await convites.create(empresaid, [novo], NOW, anAutor())
  await convites.revoke(codigo, anAutor())
  await mesas.renewLink(empresaid, anAutor())
}

/** Messages to a guest, to two companies, and with a personal invitation. */
async function noteMessages({ envios }: Storage) {
  for (const [tipo, para] of [
    ['lembrete', String(NOW)],
    ['mesa', 'acme'],
    ['mesa', 'nova'],
    ['pessoal', 'nova'.padEnd(20, 'x')],
  ] as const)
    await envios.tell({ tipo, para, versao: 0, numero: 'n' }, 'enviado', anAutor())
}

for (const [de, para] of DIRECTIONS) {
  test(`a move from ${de} to ${para} is finished by running it again after a guest who had withdrawn was removed`, async () => {
    const { source, target, run } = await aMove(de, para)
    const id = await withMesaBrowser(source)
    expect((await run()).exit).toBe(0)
    await source.credenciais.remove(id, false, anAutor())
    expect(await run()).toMatchObject({ exit: 0 })
    expect(await everythingIn(target)).toEqual(await everythingIn(source))
    expect([...(await desistenciasIn(target)).keys()]).toEqual([])
  })

  test(`a move from ${de} to ${para} carries the event with its pictures and no others, and run again a newer version of it`, async () => {
    const { source, target, run } = await aMove(de, para)
    const [first, other] = [anImagem(), anImagem()]
    for (const imagem of [first, other]) await source.eventos.putImagem(imagem)
    await source.eventos.gravar(aGravar({ imagemid: first.imagemid }), anAutor())
    const moved = { versao: 1, imagemid: other.imagemid, evento: anEvento({ local: 'Outro' }), avisar: true }
    for (const live of [async () => {}, () => source.eventos.gravar(aGravar(moved), anAutor())]) {
      await live()
      const { exit, printed } = await run()
      expect([exit, printed]).toEqual([0, expect.stringMatching(/imagens +1 +1\n *eventos +1 +1/)])
      expect(await everythingIn(target)).toEqual(await everythingIn(source))
    }
    expect(await target.eventos.find()).toMatchObject({ versao: 2, evento: { local: 'Outro' } })
    expect(await target.eventos.findImagem(other.imagemid)).toEqual(other)
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
      const cadastro = aCadastro({ nome: 'ANA', telefone: '11987654321', email: '' })
      await credenciais.correct(
        { credencialid: String(NOW + 5), cadastro, shown: null, chaveOf: () => 'nova' },
        anAutor(),
      )
      await credenciais.correct(
        { credencialid: String(NOW + 1), cadastro, shown: null, chaveOf: () => 'chave-5' },
        anAutor(),
      )
    },
    'a company was removed, and another stored in its place with its id': async ({ empresas, convites }) => {
      const row = { empresaid: 'nova', nome: 'Nova', icredencial: 9, licredencial: 0 }
      for (const empresaid of ['nova', 'outra']) {
        expect(await empresas.remove(empresaid, anAutor())).toEqual({ kind: 'removed' })
        expect(await convites.list(empresaid)).toEqual([])
      }
      await empresas.importRows([row], false, anAutor())
    },
    'everything was erased, what was noted of messages too': ({ credenciais }) =>
      credenciais.erasePersonalData(anAutor()),
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
      for (const empresaid of ['nova', 'outra']) await withRevoked(source, empresaid)
      await noteMessages(source)
      expect((await run()).exit).toBe(0)
      await live(source)
      expect(await run()).toMatchObject({ exit: 0 })
      expect(await everythingIn(target)).toEqual(await everythingIn(source))
      expect(await idsIn(target)).toEqual(await idsIn(source))
    })
  }
}
