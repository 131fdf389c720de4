import { expect } from 'vitest'
import type { Registro } from '../../server/domain/transfer.ts'
import {
  aCadastro,
  aClaim,
  aMerge,
  anAutor,
  anEmpresa,
  anEntrada,
  aRegister,
  NOW,
  unique,
} from '../support/factories.ts'
import { aConvidado, withEmpresa } from './convidados.ts'
import { together } from './convite-lugares.cases.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { aPhone, desistencia, whole } from './porta.cases.ts'

/**
 * A guest of a company, known to a phone, and one act: the phone hears of the guests it changed, and has the
 * whole list.
 * @param act returns the ids of the guests it changed, if other than the one it is given
 */
function told(
  name: string,
  act: (harness: Harness, id: string, empresaid: string) => Promise<unknown>,
): ContractCase {
  return it(`the door is told of ${name}`, async (harness) => {
    const empresaid = await withEmpresa(harness)
    const id = await aConvidado(harness, empresaid)
    await aConvidado(harness)
    const phone = aPhone(harness)
    await phone.sync()
    const changed = await act(harness, id, empresaid)
    const heard = await phone.sync()
    expect([...heard]).toEqual(expect.arrayContaining(Array.isArray(changed) ? changed : [id]))
    expect(phone.list()).toEqual(await whole(harness))
  })
}

async function carriedFrom({ storage }: Harness): Promise<Registro[]> {
  const registros: Registro[] = []
  for await (const registro of storage.transfer.read()) registros.push(registro)
  return registros
}

/** The door hears of every act that changes a guest. */
export const cases: ContractCase[] = [
  told('a guest who registers', async (harness, _, empresaid) => [await aConvidado(harness, empresaid)]),
  told('a guest of the public form whom a company invites', async (harness, _, empresaid) => {
    const request = aRegister()
    const credencialid = await aConvidado(harness, null, request)
    const again = { ...request, claim: aClaim(empresaid) }
    expect((await harness.storage.credenciais.register(again)).kind).toBe('already-registered')
    return [credencialid]
  }),
  told('a correction', async ({ storage }, credencialid) => {
    const cadastro = aCadastro({ nome: 'ANA DE LIMA', telefone: '65987655433', email: '' })
    await storage.credenciais.correct(
      { credencialid, cadastro, shown: null, chaveOf: ({ nome }) => nome },
      anAutor(),
    )
  }),
  told('a guest who is moved, and moved out', async (harness, credencialid) => {
    const { credenciais } = harness.storage
    const phone = aPhone(harness)
    const other = anEmpresa({ nome: 'Sindicato' })
    await harness.putEmpresa(other)
    for (const empresaid of [other.empresaid, null]) {
      await phone.sync()
      await credenciais.move({ credencialid, empresaid, reservaid: unique('reserva'), now: NOW }, anAutor())
      expect([...(await phone.sync())]).toContain(credencialid)
    }
  }),
  told('a link that is renewed', async ({ storage }, id) => {
    expect(await storage.credenciais.renewLink(id, anAutor())).toBe(1)
  }),
  told('a withdrawal, and of the guest who comes after all', async (harness, credencialid) => {
    const { desistencias } = harness.storage
    const phone = aPhone(harness)
    await phone.sync()
    await desistencias.withdraw(desistencia(credencialid), anAutor())
    expect([...(await phone.sync())]).toContain(credencialid)
    const asked = { credencialid, reservaid: unique('reserva'), now: NOW, isClosed: false }
    expect((await desistencias.undo(asked, anAutor())).kind).toBe('returned')
  }),
  told('a guest of the public form who withdraws', async (harness) => {
    const { desistencias } = harness.storage
    const id = await aConvidado(harness)
    await desistencias.withdraw(desistencia(id), anAutor())
    return [id]
  }),
  told('an admission, and its annulment', async (harness, id) => {
    const { entradas } = harness.storage
    const phone = aPhone(harness)
    await phone.sync()
    const entrada = anEntrada(id)
    await entradas.add([entrada], null)
    expect([...(await phone.sync())]).toContain(id)
    await entradas.add([anEntrada(id, { anula: entrada.entradaid, seq: 2 })], anAutor())
  }),
  told('two guests who are one', async (harness, id, empresaid) => {
    const other = await aConvidado(harness, empresaid)
    await harness.storage.entradas.add([anEntrada(other)], null)
    const phone = aPhone(harness)
    await phone.sync()
    await harness.storage.credenciais.merge(aMerge(id, other), anAutor())
    expect([...(await phone.sync())].sort()).toEqual(expect.arrayContaining([id, other].sort()))
    expect(phone.list()).toEqual(await whole(harness))
    return [id]
  }),
  told('those who came along, and with whom once a merge says so', async (harness, kept, empresaid) => {
    const form = together(1, { claim: aClaim(empresaid) })
    const other = await aConvidado(harness, null, form)
    const phone = aPhone(harness)
    await phone.sync()
    const grupos = () => phone.list().flatMap(({ grupo }) => grupo ?? [])
    expect(grupos()).toEqual([other])
    await harness.storage.credenciais.merge(aMerge(kept, other), anAutor())
    await phone.sync()
    expect(grupos()).toEqual([kept])
    const companion = phone.list().find(({ grupo }) => grupo === kept)?.credencialid ?? ''
    expect((await harness.storage.credenciais.merge(aMerge(companion, kept), anAutor())).kind).toBe('merged')
    await phone.sync()
    expect(grupos()).toEqual([])
    return []
  }),
  told('a guest who is removed', async ({ storage }, id) => {
    await storage.credenciais.remove(id, true, anAutor())
  }),
  told('a guest who is removed and registers again', async (harness, id, empresaid) => {
    const request = aRegister({ claim: aClaim(empresaid) })
    const first = await aConvidado(harness, null, request)
    const phone = aPhone(harness)
    await phone.sync()
    await harness.storage.credenciais.remove(first, true, anAutor())
    const again = { ...request, claim: aClaim(empresaid), autor: anAutor() }
    const second = await aConvidado(harness, null, again)
    await phone.sync()
    expect(phone.list()).toEqual(await whole(harness))
    await harness.storage.credenciais.remove(id, false, anAutor())
    return [second, id]
  }),
  told('a company that is renamed, for its guests', async ({ storage }, _, empresaid) => {
    const row = { empresaid, nome: 'Fazenda Nova', contato: 'Ana', icredencial: 9, licredencial: 2 }
    expect((await storage.empresas.importRows([row], false, anAutor())).updated).toBe(1)
  }),
  told('a table that gets a number, another, and none, for its guests', async (harness, id, empresaid) => {
    const { empresas } = harness.storage
    const phone = aPhone(harness)
    const shown = { nome: 'Fazenda Santa Clara', contato: 'Ana', telefone: '', numero: '' }
    let was = shown
    for (const numero of ['12', 'A3', '']) {
      await phone.sync()
      const dados = { ...shown, numero }
      const correction = await empresas.correct({ empresaid, dados, shown: was }, anAutor())
      expect(correction).toEqual({ kind: 'corrected' })
      expect([...(await phone.sync())]).toContain(id)
      expect(phone.list().find(({ credencialid }) => credencialid === id)?.mesa?.numero).toBe(numero)
      was = dados
    }
    const row = { empresaid, nome: shown.nome, icredencial: 9, licredencial: 0, numero: '7' }
    await empresas.importRows([row], false, anAutor())
  }),
  told('guests that are carried here from another storage, and taken out again', async (harness, id) => {
    const registros = await carriedFrom(harness)
    const phone = aPhone(harness)
    await harness.storage.credenciais.remove(id, true, anAutor())
    await phone.sync()
    await harness.storage.transfer.write(registros)
    expect([...(await phone.sync())]).toContain(id)
    expect(phone.list()).toEqual(await whole(harness))
    await harness.storage.transfer.erase([id])
  }),
]
