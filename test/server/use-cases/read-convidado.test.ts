import { expect, test } from 'vitest'
import { readConvidado } from '../../../server/use-cases/read-convidado.ts'
import { aPainel, aConvidadoOf } from '../../support/a-painel.ts'
import { aCadastro, anEntrada, anInvitation, NOW } from '../../support/factories.ts'

test('a guest is read with the company’s numbers, the code, the number for WhatsApp, and the admissions by who made them', async () => {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'serra', nome: 'Serra Azul', icredencial: 5 })
  const ana = await aConvidadoOf(painel, { telefone: '6587655432' }, 'serra')
  const invitation = {
    aparelhoid: 'laptop',
    nome: 'Cida',
    papel: 'organizacao' as const,
    codigo: 'c',
    codigoate: 1,
  }
  await painel.equipe.invite(invitation, painel.autor())
  for (const [index, quem] of ['laptop', 'cli', 'gone'].entries()) {
    const request = { credencialid: ana, entradaid: `e${index}`, isAgain: true }
    await painel.entradas.admit(request, painel.autor({ quem, em: NOW + index }))
  }
  expect(await readConvidado(painel, ana)).toMatchObject({
    codigo: painel.codeOf(ana, 0),
    whatsapp: '5565987655432',
    registradoem: NOW,
    via: { kind: 'empresa' },
    empresa: { empresaid: 'serra', nome: 'Serra Azul', total: 5, used: 1, leftIfReturned: 5 },
    entradas: [
      { entradaid: 'e0', at: NOW, quem: { kind: 'aparelho', nome: 'Cida' } },
      { entradaid: 'e1', quem: { kind: 'cli', nome: null } },
      { entradaid: 'e2', quem: { kind: 'aparelho', nome: null } },
    ],
  })
  expect(await readConvidado(painel, 'nobody')).toBeNull()
})

test('how a guest was registered is what the history and the first company say', async () => {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'serra' })
  const viaOf = async (id: string) => (await readConvidado(painel, id))?.via
  const moved = (credencialid: string, empresaid: string | null) =>
    painel.credenciais.move(
      { credencialid, empresaid, reservaid: `r-${credencialid}`, now: NOW },
      painel.autor(),
    )
  const open = await aConvidadoOf(painel)
  await moved(open, 'serra')
  expect(await viaOf(open)).toEqual({ kind: 'publico' })
  const invited = await aConvidadoOf(painel, { nome: 'BIA' }, 'serra')
  await moved(invited, null)
  expect(await viaOf(invited)).toEqual({ kind: 'empresa' })
  const cadastro = aCadastro({ nome: 'CAIO', telefone: '65987655432', email: '' })
  const registration = await painel.registerAsOrganiser(cadastro, null, painel.autor())
  const id = 'credencial' in registration ? registration.credencial.credencialid : ''
  expect(await viaOf(id)).toEqual({ kind: 'organizacao', quem: { kind: 'cli', nome: null } })
})

test('a guest who withdrew was registered as before, whoever took the invitation and whoever got it since', async () => {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'serra' })
  const withdraw = (credencialid: string, empresaid: string | null = null) =>
    painel.desistencias.withdraw({ credencialid, empresaid, now: NOW, isClosed: false }, painel.autor())
  const viaOf = async (id: string) => (await readConvidado(painel, id))?.via.kind
  const ana = await aConvidadoOf(painel, {}, 'serra')
  await withdraw(ana)
  expect(await viaOf(ana)).toBe('empresa')
  await withdraw(ana, 'serra')
  await painel.credenciais.move(
    { credencialid: ana, empresaid: null, reservaid: 'r', now: NOW },
    painel.autor(),
  )
  expect(await viaOf(ana)).toBe('empresa')
  const bia = await aConvidadoOf(painel, { nome: 'BIA' }, 'serra')
  await withdraw(bia, 'serra')
  expect(await viaOf(bia)).toBe('empresa')
  const caio = await aConvidadoOf(painel, { nome: 'CAIO' })
  await withdraw(caio)
  expect(await viaOf(caio)).toBe('publico')
})

test('an invitation that returns to a company above its limit frees nothing', async () => {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'serra', icredencial: 2 })
  const ana = await aConvidadoOf(painel, {}, 'serra')
  for (const [licredencial, left] of [
    [1, 2],
    [2, 1],
    [3, 0],
  ] as const) {
    painel.putEmpresa({ empresaid: 'serra', icredencial: 2, licredencial })
    expect((await readConvidado(painel, ana))?.empresa?.leftIfReturned).toBe(left)
  }
})

test('an id of another product tells no day, and what is no number opens no WhatsApp', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  const old = painel.store.get('credenciais', ana)
  if (old) painel.store.put('credenciais', { ...old, credencialid: '9', telefone: '?' })
  expect(await readConvidado(painel, '9')).toMatchObject({
    registradoem: null,
    whatsapp: null,
    via: { kind: 'publico' },
  })
})

test('an admission that came once its phone was revoked is marked, one from before or of its new pairing is not', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  const { aparelhoid } = await painel.equipe.invite(
    anInvitation({ codigo: 'c', codigoate: NOW + 9 }),
    painel.autor(),
  )
  await painel.equipe.pair('c', 'segredo', painel.autor())
  await painel.equipe.revoke(aparelhoid, painel.autor({ em: NOW + 100 }))
  const facts = [
    { entradaid: 'sent-before', lidaem: NOW, recebidaem: NOW + 99 },
    { entradaid: 'sent-after', lidaem: NOW + 1, recebidaem: NOW + 100 },
    { entradaid: 'paired-anew', lidaem: NOW + 200, recebidaem: NOW + 200 },
  ]
  await painel.entradas.add(
    facts.map((fact) => anEntrada(ana, { ...fact, aparelhoid })),
    painel.autor(),
  )
  const read = await readConvidado(painel, ana)
  expect(read?.entradas.filter(({ isTardia }) => isTardia)).toMatchObject([{ entradaid: 'sent-after' }])
})
