import { expect } from 'vitest'
import type { Cadastro } from '../../server/domain/credencial.ts'
import type { EmpresaRow } from '../../server/domain/planilha-row.ts'
import { aCadastro, aClaim, anAutor, anEmpresa, aRegister, unique } from '../support/factories.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { registered } from '../support/registered.ts'

/** A row of a spreadsheet of companies. */
export const aRow = (fields: Partial<EmpresaRow> = {}): EmpresaRow => ({
  empresaid: unique('empresa'),
  nome: 'Sindicato Rural',
  icredencial: 8,
  licredencial: 0,
  ...fields,
})

/** A guest a company pays for, with the form they registered with. */
export async function aConvidado(harness: Harness, icredencial = 5) {
  const empresa = anEmpresa({ icredencial })
  await harness.putEmpresa(empresa)
  const request = aRegister({ claim: aClaim(empresa.empresaid) })
  const credencialid = await registered(harness.storage.credenciais, request)
  return { empresaid: empresa.empresaid, request, credencialid }
}

export const cases: ContractCase[] = [
  it('correct replaces the data, the key and the avip together', async (harness) => {
    const { credencialid, request } = await aConvidado(harness)
    const cadastro = aCadastro({ nome: 'NOME CERTO', telefone: '21987654321', email: 'certo@exemplo.com' })
    const correction = await harness.storage.credenciais.correct(
      {
        credencialid,
        cadastro,
        shown: null,
        chaveOf: () => 'chave-certa',
      },
      anAutor(),
    )
    expect(correction).toMatchObject({ kind: 'corrected', credencial: { credencialid, ...cadastro } })
    await harness.storage.avips.mirror(credencialid)
    expect(await harness.readAvip(credencialid)).toMatchObject({ nome: 'NOME CERTO' })
    expect(await harness.countChaves()).toBe(1)
    const byNewKey = await harness.storage.credenciais.register(aRegister({ cadastro, chave: 'chave-certa' }))
    expect(byNewKey).toMatchObject({ kind: 'already-registered', credencial: { credencialid } })
    const byOldKey = await harness.storage.credenciais.register({ ...request, claim: null })
    expect(byOldKey.kind).toBe('registered')
  }),
  it('correct refuses a key that belongs to another guest, and answers when there is none to correct', async (harness) => {
    const { credencialid, request } = await aConvidado(harness)
    const other = aRegister()
    const registration = await harness.storage.credenciais.register(other)
    const taken = { credencialid, cadastro: other.cadastro, shown: null, chaveOf: () => other.chave }
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
        chaveOf: () => 'livre',
      },
      anAutor(),
    )
    expect(nobody).toEqual({ kind: 'credencial-not-found' })
  }),
  it('correct with the key unchanged keeps it', async (harness) => {
    const { credencialid, request } = await aConvidado(harness)
    const cadastro = { ...request.cadastro, email: 'novo@exemplo.com' }
    expect(
      (
        await harness.storage.credenciais.correct(
          { credencialid, cadastro, shown: null, chaveOf: () => request.chave },
          anAutor(),
        )
      ).kind,
    ).toBe('corrected')
    expect(await harness.countChaves()).toBe(1)
  }),
  it('a correction that somebody else has made already is made', async (harness) => {
    const { credencialid, request } = await aConvidado(harness)
    const shown = request.cadastro
    const same = { credencialid, cadastro: { ...shown, nome: 'ANA' }, shown, chaveOf: () => 'ana' }
    expect((await harness.storage.credenciais.correct(same, anAutor())).kind).toBe('corrected')
    expect((await harness.storage.credenciais.correct(same, anAutor())).kind).toBe('corrected')
    expect((await harness.storage.credenciais.findById(credencialid))?.credencial.nome).toBe('ANA')
  }),
]

export const races: ContractCase[] = [
  it('two organisers who correct different fields of one guest at once: both corrections stand', async (harness) => {
    const { credencialid, request } = await aConvidado(harness)
    const shown = request.cadastro
    const chaveOf = ({ nome, telefone }: Cadastro) => `${nome} ${telefone}`
    const outcomes = await Promise.all(
      [{ nome: 'NOME CERTO' }, { telefone: '21987654321' }, { email: 'certa@exemplo.com' }].map((given) =>
        harness.storage.credenciais.correct(
          { credencialid, cadastro: { ...shown, ...given }, shown, chaveOf },
          anAutor(),
        ),
      ),
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(['corrected', 'corrected', 'corrected'])
    const cadastro = aCadastro({ nome: 'NOME CERTO', telefone: '21987654321', email: 'certa@exemplo.com' })
    const found = await harness.storage.credenciais.findById(credencialid)
    expect(found?.credencial).toMatchObject(cadastro)
    expect([...(await harness.storage.credenciais.findKnown([chaveOf(cadastro)])).values()]).toMatchObject([
      { credencial: { credencialid } },
    ])
    expect(await harness.countChaves()).toBe(1)
  }),
  it('two organisers who correct one field of a guest at once: one stands, the other is told what is stored', async (harness) => {
    const { credencialid, request } = await aConvidado(harness)
    const shown = request.cadastro
    const outcomes = await Promise.all(
      ['ANA CERTA', 'ANA OUTRA'].map((nome) =>
        harness.storage.credenciais.correct(
          { credencialid, cadastro: { ...shown, nome }, shown, chaveOf: ({ nome }) => nome },
          anAutor(),
        ),
      ),
    )
    const found = await harness.storage.credenciais.findById(credencialid)
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['changed-meanwhile', 'corrected'])
    expect(outcomes).toContainEqual({ kind: 'changed-meanwhile', credencial: found?.credencial })
  }),
]
