import { expect, test } from 'vitest'
import { openEquipe } from '../../support/equipe.ts'
import type { Backups, BackupStatus, ErasureLeft } from '../../../server/domain/backups.ts'
import { anEmpresa, NOW } from '../../support/factories.ts'
import { startApp } from '../../support/remix.ts'
import { readVersion } from '../../../server/version.ts'

const { version, commit } = readVersion()
/** What `/saude` ends with. */
const VERSION = `convites ${version}, commit ${commit}\n`

const FINE: BackupStatus = { madeAt: NOW - 3_600_000, failedAt: null, isLate: false }

/** The app on a storage that makes copies, and a paired browser of an organiser. */
async function open(status: BackupStatus | null, days = 2, left: ErasureLeft[] = []) {
  const app = await startApp()
  const { services, store } = app
  const backups: Backups = {
    days,
    everyMs: 3_600_000,
    stop() {},
    turn: async () => ({ kind: 'not-due' }),
    erase: async () => 3,
    status: () => status,
    left: () => left,
  }
  services.backups = backups
  store.put('empresas', anEmpresa({ empresaid: 'clara' }))
  const browser = await openEquipe(app)
  const read = async (path: string) => browser.text(path)
  return { browser, read, saude: async () => browser.body('/saude') }
}

test.each([
  ['made', FINE, 'last backup: 2027-09-01T14:00:00.000Z', 'Última cópia de segurança: 1 de setembro, 11h.'],
  [
    'late',
    { ...FINE, isLate: true },
    'last backup: 2027-09-01T14:00:00.000Z, late',
    'Última cópia de segurança: 1 de setembro, 11h. A seguinte está atrasada. Avise o suporte técnico.',
  ],
  [
    'failed',
    { ...FINE, failedAt: NOW },
    'last backup: 2027-09-01T14:00:00.000Z, failed at 2027-09-01T15:00:00.000Z',
    'Última cópia de segurança: 1 de setembro, 11h. A de 1 de setembro, 12h falhou. Avise o suporte técnico.',
  ],
  ['not yet made', { ...FINE, madeAt: null }, 'last backup: none yet', 'Ainda não há cópia de segurança.'],
  [
    'missing',
    { ...FINE, madeAt: null, isLate: true },
    'last backup: none yet, late',
    'Ainda não há cópia de segurança. A primeira está atrasada. Avise o suporte técnico.',
  ],
] as const)('/saude and the board say that the last copy is %s', async (_, status, saude, painel) => {
  const app = await open(status)
  expect(await app.saude()).toBe(`ok\n${saude}\n${VERSION}`)
  expect(await app.read('/painel')).toContain(painel)
})

test('/saude and the page of the erasure say what an erasure has left', async () => {
  const app = await open(FINE, 2, ['bytes', 'copies', 'note'])
  expect(await app.saude()).toMatch(
    /^ok\nerased data is still in the files.*\ncopies of before.*\nexpurgo\.json .*\nlast backup: /,
  )
  const page = await app.read('/painel/expurgo?feito=restos')
  expect(page).toContain('o servidor não teve espaço em disco para terminar: veja abaixo o que falta.')
  expect(page).toContain('sobrescrever nos arquivos do banco o que foi apagado; apagar cópias de segurança')
  expect(await (await open(FINE)).read('/painel/expurgo?feito=restos')).not.toContain('Falta')
})

test('where no copies are made by themselves neither says anything of them', async () => {
  const app = await open(null)
  expect(await app.saude()).toBe(`ok\n${VERSION}`)
  expect(await app.read('/painel')).not.toContain('cópia')
})

test('the privacy notice says how many days a copy lives, and nothing where storage makes none', async () => {
  const said = (prazo: string) =>
    `sai logo do banco de dados, e em até ${prazo} também das cópias de segurança`
  expect(await (await open(FINE, 2)).read('/privacidade')).toContain(said('2 dias'))
  expect(await (await open(null, 1)).read('/privacidade')).toContain(said('1 dia'))
  expect(await (await startApp()).browser().text('/privacidade')).not.toContain('cópia')
})

test('the page of the erasure tells of the copies, and what it does not reach', async () => {
  const app = await open(FINE)
  expect(await app.read('/painel/expurgo?feito=apagado')).toContain(
    'Apague também as planilhas exportadas e as cópias levadas para outro lugar: elas guardam os mesmos dados.',
  )
})
