import type { Storage } from '../../server/domain/storage.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import {
  aCadastro,
  aClaim,
  anAutor,
  anEntrada,
  anInvitation,
  aRegister,
  HOLD_MS,
  NOW,
} from '../support/factories.ts'
import { registered } from '../support/registered.ts'

export async function readAll(registros: AsyncIterable<Registro>): Promise<Registro[]> {
  const all: Registro[] = []
  for await (const registro of registros) all.push(registro)
  const keyOf = (registro: Registro) => JSON.stringify(Object.values(registro))
  return all.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/**
 * A storage in use: a table with a guest inside, a hold, an ended hold, a guest nobody paid for, and a paired
 * browser.
 */
export async function inUse() {
  const memory = openMemory()
  await memory.empresas.importRows(
    [{ empresaid: 'acme', nome: 'Acme', contato: 'Ana', icredencial: 10, licredencial: 2 }],
    false,
    anAutor(),
  )
  await memory.credenciais.register(
    aRegister({
      claim: aClaim('acme', { origem: 'one' }),
      chave: 'chave-paga',
      origem: 'one',
      cadastro: aCadastro({ nome: 'MARIA PAGA', telefone: '11987654321', email: '' }),
    }),
  )
  await memory.credenciais.register(aRegister({ chave: 'chave-livre', origem: 'two' }))
  await memory.empresas.claim(aClaim('acme', { now: NOW - HOLD_MS }))
  await memory.empresas.claim(aClaim('acme'))
  await memory.equipe.invite(anInvitation({ aparelhoid: 'aparelho-1', codigo: 'codigo' }), anAutor())
  await memory.equipe.pair('codigo', 'segredo', anAutor())
  const entrada = anEntrada(String(NOW), { entradaid: 'entrada-1' })
  const annulled = anEntrada(String(NOW + 1))
  const annulment = anEntrada(String(NOW + 1), { anula: annulled.entradaid, seq: 2 })
  const noted = anEntrada('', { modo: 'busca', anotado: 'Tia Zezé' })
  await memory.entradas.add([entrada, annulled, annulment, noted], anAutor())
  const delivered = anEntrada('', { seq: 3, modo: 'busca', anotado: 'Seu Zé' })
  await memory.entradas.deliver('segredo', [delivered], anAutor())
  await memory.equipe.notePendentes('segredo', 3, NOW)
  await memory.equipe.invite(anInvitation({ aparelhoid: 'aparelho-2', codigo: 'codigo-2' }), anAutor())
  await memory.equipe.pair('codigo-2', 'segredo-2', anAutor())
  await memory.equipe.revoke('aparelho-2', anAutor())
  return memory
}

/**
 * What a holder created for a company: an unused personal invitation, a used one, a closed link; and its
 * guest, who withdrew. @returns the guest's id
 */
export async function withMesaBrowser({
  convites,
  mesas,
  credenciais,
  desistencias,
}: Storage): Promise<string> {
  const novos = ['nova', 'usada'].map((name) => {
    return { codigo: `codigo-${name}`, rotulo: `Tia ${name}`, reservaid: `reserva-${name}` }
  })
  await convites.create('acme', novos, NOW, anAutor())
  const paid = { chave: 'chave-pessoal', claim: aClaim('acme'), codigo: 'codigo-usada' }
  const credencialid = await registered(credenciais, { ...paid, now: NOW + 5 })
  await desistencias.withdraw({ credencialid, empresaid: null, now: NOW + 6, isClosed: false }, anAutor())
  await mesas.setFechada('acme', true, anAutor())
  return credencialid
}

export const ORDER: Registro['kind'][] = [
  ...(['empresa', 'credencial', 'reserva', 'aparelho', 'pareamento', 'entrada', 'linha'] as const),
  ...(['convite', 'mesa', 'desistencia'] as const),
]
export const byKind = (a: Registro, b: Registro) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)
