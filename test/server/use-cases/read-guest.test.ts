import { expect, test } from 'vitest'
import { readGuest } from '../../../server/use-cases/read-guest.ts'
import { aBoard, aGuestOf } from '../../support/a-board.ts'
import { aCadastro, anEntrada, anInvitation, NOW } from '../../support/factories.ts'

test('a guest is read with the company’s numbers, the code, the number for WhatsApp, and the admissions by who made them', async () => {
  const board = aBoard()
  board.putEmpresa({ empresaid: 'serra', nome: 'Serra Azul', icredencial: 5 })
  const ana = await aGuestOf(board, { telefone: '6587655432' }, 'serra')
  const invitation = {
    aparelhoid: 'laptop',
    nome: 'Cida',
    papel: 'organizacao' as const,
    codigo: 'c',
    codigoate: 1,
  }
  await board.equipe.invite(invitation, board.autor())
  for (const [index, quem] of ['laptop', 'cli', 'gone'].entries()) {
    const request = { credencialid: ana, entradaid: `e${index}`, isAgain: true }
    await board.entradas.admit(request, board.autor({ quem, em: NOW + index }))
  }
  expect(await readGuest(board, ana)).toMatchObject({
    ...{ codigo: board.codeOf(ana, 0), whatsapp: '5565987655432', registradoem: NOW },
    via: { kind: 'empresa' },
    empresa: { empresaid: 'serra', nome: 'Serra Azul', total: 5, used: 1, leftIfReturned: 5 },
    admissions: [
      { entradaid: 'e0', at: NOW, quem: { kind: 'aparelho', nome: 'Cida' } },
      { entradaid: 'e1', quem: { kind: 'cli', nome: null } },
      { entradaid: 'e2', quem: { kind: 'aparelho', nome: null } },
    ],
  })
  expect(await readGuest(board, 'nobody')).toBeNull()
})

test('how a guest was registered is what the history and the first company say', async () => {
  const board = aBoard()
  board.putEmpresa({ empresaid: 'serra' })
  const viaOf = async (id: string) => (await readGuest(board, id))?.via
  const moved = (credencialid: string, empresaid: string | null) =>
    board.credenciais.move(
      { credencialid, empresaid, reservaid: `r-${credencialid}`, now: NOW },
      board.autor(),
    )
  const open = await aGuestOf(board)
  await moved(open, 'serra')
  expect(await viaOf(open)).toEqual({ kind: 'publico' })
  const invited = await aGuestOf(board, { nome: 'BIA' }, 'serra')
  await moved(invited, null)
  expect(await viaOf(invited)).toEqual({ kind: 'empresa' })
  const cadastro = aCadastro({ nome: 'CAIO', telefone: '65987655432', email: '' })
  const registration = await board.registerAsOrganiser(cadastro, null, board.autor())
  const id = 'credencial' in registration ? registration.credencial.credencialid : ''
  expect(await viaOf(id)).toEqual({ kind: 'organizacao', quem: { kind: 'cli', nome: null } })
})

test('an invitation that returns to a company above its limit frees nothing', async () => {
  const board = aBoard()
  board.putEmpresa({ empresaid: 'serra', icredencial: 2 })
  const ana = await aGuestOf(board, {}, 'serra')
  for (const [licredencial, left] of [
    [1, 2],
    [2, 1],
    [3, 0],
  ] as const) {
    board.putEmpresa({ empresaid: 'serra', icredencial: 2, licredencial })
    expect((await readGuest(board, ana))?.empresa?.leftIfReturned).toBe(left)
  }
})

test('an id of another product tells no day, and what is no number opens no WhatsApp', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  const old = board.store.credenciais.get(ana)
  if (old) board.store.credenciais.set('9', { ...old, credencialid: '9', telefone: '?' })
  expect(await readGuest(board, '9')).toMatchObject({
    registradoem: null,
    whatsapp: null,
    via: { kind: 'publico' },
  })
})

test('an admission that came once its phone was revoked is marked, one from before or of its new pairing is not', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  const { aparelhoid } = await board.equipe.invite(
    anInvitation({ codigo: 'c', codigoate: NOW + 9 }),
    board.autor(),
  )
  await board.equipe.pair('c', 'segredo', board.autor())
  await board.equipe.revoke(aparelhoid, board.autor({ em: NOW + 100 }))
  const facts = [
    { entradaid: 'sent-before', lidaem: NOW, recebidaem: NOW + 99 },
    { entradaid: 'sent-after', lidaem: NOW + 1, recebidaem: NOW + 100 },
    { entradaid: 'paired-anew', lidaem: NOW + 200, recebidaem: NOW + 200 },
  ]
  await board.entradas.add(
    facts.map((fact) => anEntrada(ana, { ...fact, aparelhoid })),
    board.autor(),
  )
  const read = await readGuest(board, ana)
  expect(read?.admissions.filter(({ isTardia }) => isTardia)).toMatchObject([{ entradaid: 'sent-after' }])
})
