import { expect } from 'vitest'
import { InvalidCounterError } from '../../server/domain/errors.ts'
import type { EmpresaRow } from '../../server/domain/empresa-row.ts'
import { aClaim, anAutor, anEmpresa, aRegister, HOLD_MS, NOW, unique } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import type { ContractCase, Harness } from './harness.ts'

const aRow = (fields: Partial<EmpresaRow> = {}): EmpresaRow => ({
  empresaid: unique('empresa'),
  nome: 'Sindicato Rural',
  icredencial: 8,
  licredencial: 0,
  ...fields,
})

async function aConvidado(harness: Harness, icredencial = 5) {
  const empresa = anEmpresa({ icredencial })
  await harness.putEmpresa(empresa)
  const request = aRegister({ claim: aClaim(empresa.empresaid) })
  const registration = await harness.storage.credenciais.register(request)
  if (registration.kind !== 'registered') throw new Error(registration.kind)
  return { empresaid: empresa.empresaid, request, credencialid: registration.credencial.credencialid }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

export const organiserCases: ContractCase[] = [
  {
    name: 'list answers every company with what is left and held',
    async run(harness) {
      await harness.putEmpresa(anEmpresa({ empresaid: 'b', icredencial: 4 }))
      await harness.putEmpresa(anEmpresa({ empresaid: 'a', icredencial: 2 }))
      await harness.storage.empresas.claim(aClaim('b'))
      await harness.storage.empresas.claim(aClaim('b', { now: NOW + 1000 }))
      const list = await harness.storage.empresas.list(NOW + HOLD_MS)
      expect(list.empresas.map(({ empresa, left, held }) => [empresa.empresaid, left, held])).toEqual([
        ['a', 2, 0],
        ['b', 3, 1],
      ])
    },
  },
  {
    name: 'a company with a broken counter is told of apart, and keeps no other from being listed or released',
    async run(harness) {
      await harness.putEmpresa(anEmpresa({ empresaid: 'quebrada' }))
      await harness.putEmpresa(anEmpresa({ empresaid: 'sadia' }))
      await harness.storage.empresas.claim(aClaim('quebrada'))
      await harness.storage.empresas.claim(aClaim('sadia'))
      await harness.breakCounter('quebrada', 'abc')
      const { empresas, broken } = await harness.storage.empresas.list(NOW)
      expect(empresas.map(({ empresa }) => empresa.empresaid)).toEqual(['sadia'])
      expect(broken.map(({ name, empresaid }) => [name, empresaid])).toEqual([
        ['InvalidCounterError', 'quebrada'],
      ])
      await expect(harness.storage.empresas.releaseEnded(NOW + HOLD_MS)).rejects.toThrow(InvalidCounterError)
      expect((await harness.readEmpresa('sadia')).licredencial).toBe(0)
      expect((await harness.readEmpresa('quebrada')).licredencial).toBe('abc')
    },
  },
  {
    name: 'a counter set to zero behind our back never falls below it when holds are released',
    async run(harness) {
      await harness.putEmpresa(anEmpresa({ empresaid: 'zerada' }))
      await harness.storage.empresas.claim(aClaim('zerada'))
      await harness.breakCounter('zerada', 0)
      expect(await harness.storage.empresas.releaseEnded(NOW + HOLD_MS)).toBe(1)
      expect((await harness.readEmpresa('zerada')).licredencial).toBe(0)
    },
  },
  {
    name: 'importRows inserts new companies and updates known ones without touching licredencial',
    async run(harness) {
      const known = anEmpresa({ icredencial: '10', licredencial: '3', contato: 'Ana' })
      await harness.putEmpresa(known)
      const fresh = aRow({ contato: 'Beto', licredencial: 2 })
      const result = await harness.storage.empresas.importRows(
        [fresh, aRow({ empresaid: known.empresaid, nome: 'Outro Nome', icredencial: 20, licredencial: 9 })],
        false,
        anAutor(),
      )
      expect(result).toEqual({ inserted: 1, updated: 1, refused: [] })
      expect(await harness.readEmpresa(fresh.empresaid)).toMatchObject({
        nome: 'Sindicato Rural',
        contato: 'Beto',
        licredencial: 2,
        cnpj: '',
      })
      const found = await harness.storage.empresas.find(known.empresaid, NOW)
      expect(found?.empresa).toMatchObject({
        nome: 'Outro Nome',
        contato: 'Ana',
        icredencial: 20,
        licredencial: 3,
      })
    },
  },
  {
    name: 'importRows refuses to lower icredencial below licredencial, and then writes nothing',
    async run(harness) {
      const known = anEmpresa({ icredencial: 10, licredencial: 6 })
      await harness.putEmpresa(known)
      const fresh = aRow()
      const rows = [fresh, aRow({ empresaid: known.empresaid, icredencial: 5 })]
      const result = await harness.storage.empresas.importRows(rows, false, anAutor())
      expect(result).toEqual({
        inserted: 0,
        updated: 0,
        refused: [{ empresaid: known.empresaid, licredencial: 6 }],
      })
      expect(await harness.storage.empresas.find(fresh.empresaid, NOW)).toBeNull()
      expect(await harness.readEmpresa(known.empresaid)).toEqual(known)
    },
  },
  {
    name: 'importRows with isPartial writes the rows that are not refused',
    async run(harness) {
      const known = anEmpresa({ icredencial: 10, licredencial: 6 })
      await harness.putEmpresa(known)
      const fresh = aRow()
      const rows = [fresh, aRow({ empresaid: known.empresaid, icredencial: 5 })]
      expect(await harness.storage.empresas.importRows(rows, true, anAutor())).toMatchObject({
        inserted: 1,
        refused: [{ licredencial: 6 }],
      })
      expect((await harness.storage.empresas.find(fresh.empresaid, NOW))?.left).toBe(8)
      expect(await harness.readEmpresa(known.empresaid)).toEqual(known)
    },
  },
  {
    name: 'importing the same rows again changes nothing, reservas included',
    async run(harness) {
      const row = aRow()
      await harness.storage.empresas.importRows([row], false, anAutor())
      await harness.storage.empresas.claim(aClaim(row.empresaid))
      expect(await harness.storage.empresas.importRows([row], false, anAutor())).toEqual({
        inserted: 0,
        updated: 1,
        refused: [],
      })
      await expectCounterToAgree(harness, row.empresaid, 0)
      expect(await harness.readReservas(row.empresaid)).toHaveLength(1)
    },
  },
  {
    name: 'imports and claims of one company at the same moment lose no count',
    async run(harness) {
      const row = aRow({ icredencial: 40 })
      const { empresas } = harness.storage
      await empresas.importRows([row], false, anAutor())
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          n % 4 === 3 ? empresas.importRows([row], false, anAutor()) : empresas.claim(aClaim(row.empresaid)),
        ),
      )
      await expectCounterToAgree(harness, row.empresaid, 0)
      expect((await harness.readEmpresa(row.empresaid)).licredencial).toBe(15)
    },
  },
  {
    name: 'a guest who registers while credentials are listed is listed with the company that invited, or not at all',
    async run(harness) {
      const { credenciais, empresas } = harness.storage
      await aConvidado(harness)
      const listed = []
      for await (const convidado of credenciais.list()) {
        listed.push(convidado)
        if (listed.length > 1) continue
        await empresas.importRows([aRow({ empresaid: 'nova', nome: 'Nova' })], false, anAutor())
        await credenciais.register(aRegister({ claim: aClaim('nova'), now: NOW + 1 }))
      }
      expect(listed.slice(1).map(({ empresa }) => empresa)).toEqual(
        listed.slice(1).map(() => ({ empresaid: 'nova', nome: 'Nova' })),
      )
    },
  },
  {
    name: 'list of credentials answers all of them in order, with the company that invited',
    async run(harness) {
      const { empresaid, credencialid } = await aConvidado(harness)
      await harness.storage.credenciais.register(aRegister())
      const all = await collect(harness.storage.credenciais.list())
      expect(all.map((c) => [c.credencial.credencialid, c.empresa?.empresaid ?? null])).toEqual([
        [credencialid, empresaid],
        [String(NOW + 1), null],
      ])
      expect(all[0]?.empresa?.nome).toBe('Fazenda Santa Clara')
    },
  },
  {
    name: 'findById and findByCpf answer what is stored, other products’ credentials included',
    async run(harness) {
      const older = {
        ...{
          empresaid: '9',
          usuarioid: '9',
          credencialid: '1600000000000',
          cpf: '52998224725',
          nome: 'ANTIGO',
        },
        ...{ telefone: '1133334444', email: '', qrcode: 'x', tipo: 'VIP', controle: 'ativo' },
      }
      await harness.putCredencial(older)
      expect(await harness.storage.credenciais.findByCpf('52998224725')).toEqual([
        { credencial: older, versao: 0, empresa: null },
      ])
      expect(await harness.storage.credenciais.findByCpf('11144477735')).toEqual([])
      expect((await harness.storage.credenciais.findById(older.credencialid))?.credencial).toEqual(older)
      expect(await harness.storage.credenciais.findById('1')).toBeNull()
    },
  },
  {
    name: 'correct replaces the data, the key and the avip together',
    async run(harness) {
      const { credencialid, request } = await aConvidado(harness)
      const cadastro = { nome: 'NOME CERTO', telefone: '21987654321', email: 'certo@exemplo.com' }
      const correction = await harness.storage.credenciais.correct(
        {
          credencialid,
          cadastro,
          chave: 'chave-certa',
        },
        anAutor(),
      )
      expect(correction).toMatchObject({ kind: 'corrected', credencial: { credencialid, ...cadastro } })
      await harness.storage.avips.mirror(credencialid)
      expect(await harness.readAvip(credencialid)).toMatchObject({ nome: 'NOME CERTO' })
      expect(await harness.countChaves()).toBe(1)
      const byNewKey = await harness.storage.credenciais.register(
        aRegister({ cadastro, chave: 'chave-certa' }),
      )
      expect(byNewKey).toMatchObject({ kind: 'already-registered', credencial: { credencialid } })
      const byOldKey = await harness.storage.credenciais.register({ ...request, claim: null })
      expect(byOldKey.kind).toBe('registered')
    },
  },
  {
    name: 'correct refuses a key that belongs to another guest, and answers when there is none to correct',
    async run(harness) {
      const { credencialid, request } = await aConvidado(harness)
      const other = aRegister()
      const registration = await harness.storage.credenciais.register(other)
      const taken = { credencialid, cadastro: other.cadastro, chave: other.chave }
      expect(await harness.storage.credenciais.correct(taken, anAutor())).toEqual({
        kind: 'already-taken',
        credencialid: 'credencial' in registration ? registration.credencial.credencialid : '',
      })
      expect((await harness.storage.credenciais.findById(credencialid))?.credencial.nome).toBe(
        request.cadastro.nome,
      )
      const nobody = await harness.storage.credenciais.correct(
        {
          ...taken,
          credencialid: '1',
          chave: 'livre',
        },
        anAutor(),
      )
      expect(nobody).toEqual({ kind: 'credencial-not-found' })
    },
  },
  {
    name: 'correct with the key unchanged keeps it',
    async run(harness) {
      const { credencialid, request } = await aConvidado(harness)
      const cadastro = { ...request.cadastro, email: 'novo@exemplo.com' }
      expect(
        (
          await harness.storage.credenciais.correct(
            { credencialid, cadastro, chave: request.chave },
            anAutor(),
          )
        ).kind,
      ).toBe('corrected')
      expect(await harness.countChaves()).toBe(1)
    },
  },
  {
    name: 'remove erases the credencial, its key and its avip, and the invitation stays spent',
    async run(harness) {
      const { credencialid, empresaid } = await aConvidado(harness)
      await harness.storage.avips.mirror(credencialid)
      expect(await harness.storage.credenciais.remove(credencialid, false, anAutor())).toEqual({
        kind: 'removed',
        returned: null,
      })
      expect(await harness.readCredenciais()).toEqual([])
      expect(await harness.countChaves()).toBe(0)
      expect(await harness.readAvip(credencialid)).toBeNull()
      expect((await harness.readEmpresa(empresaid)).licredencial).toBe(1)
      await expectCounterToAgree(harness, empresaid, 0)
    },
  },
  {
    name: 'remove forgets who claimed the invitation, given back or not, and keeps the credencialid it paid for',
    async run(harness) {
      const { empresas, credenciais } = harness.storage
      await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 5 }))
      const ids: string[] = []
      for (const isReturned of [false, true]) {
        const convite = aClaim('mesa', { sid: unique('sid'), origem: 'de-alguem' })
        await empresas.claim(convite)
        const registration = await credenciais.register(aRegister({ claim: convite, now: NOW + ids.length }))
        if (registration.kind !== 'registered') throw new Error(registration.kind)
        ids.push(registration.credencial.credencialid)
        await credenciais.remove(registration.credencial.credencialid, isReturned, anAutor())
      }
      const reservas = await harness.readReservas('mesa')
      expect(new Set(reservas.map((r) => [r.estado, r.credencialid, r.origem, r.sid].join()))).toEqual(
        new Set([`usada,${ids[0]},,`, `liberada,${ids[1]},,`]),
      )
      expect(await credenciais.wipeRemoved()).toBe(true)
      await expectCounterToAgree(harness, 'mesa', 0)
    },
  },
  {
    name: 'remove with isReturned gives the invitation back, once',
    async run(harness) {
      const { credencialid, empresaid } = await aConvidado(harness)
      expect(await harness.storage.credenciais.remove(credencialid, true, anAutor())).toEqual({
        kind: 'removed',
        returned: empresaid,
      })
      expect(await harness.storage.credenciais.remove(credencialid, true, anAutor())).toEqual({
        kind: 'credencial-not-found',
      })
      expect((await harness.readEmpresa(empresaid)).licredencial).toBe(0)
      await expectCounterToAgree(harness, empresaid, 0)
    },
  },
  {
    name: 'a guest removed five times at once gives the invitation back once',
    isRace: true,
    async run(harness) {
      const { credencialid, empresaid } = await aConvidado(harness)
      const removals = await Promise.all(
        Array.from({ length: 5 }, () => harness.storage.credenciais.remove(credencialid, true, anAutor())),
      )
      expect(removals.filter(({ kind }) => kind === 'removed')).toHaveLength(1)
      await expectCounterToAgree(harness, empresaid, 0)
    },
  },
  {
    name: 'a guest who was removed can register again and is paid for again',
    async run(harness) {
      const { credencialid, empresaid, request } = await aConvidado(harness)
      await harness.storage.credenciais.remove(credencialid, true, anAutor())
      const again = await harness.storage.credenciais.register({ ...request, claim: aClaim(empresaid) })
      expect(again.kind).toBe('registered')
      await expectCounterToAgree(harness, empresaid, 0)
    },
  },
  {
    name: 'check answers while storage can be written to',
    async run({ storage }) {
      await expect(storage.check()).resolves.toBeUndefined()
    },
  },
]
