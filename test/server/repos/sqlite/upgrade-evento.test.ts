import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { compose } from '../../../../server/composition.ts'
import { readConfig } from '../../../../server/config.ts'
import { servedIdOf } from '../../../../server/domain/evento-gravado.ts'
import { readEvento } from '../../../../server/read-evento.ts'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { sketch } from '../../../support/arte.ts'
import { EVENTO, PRODUCTION } from '../../../support/environment.ts'
import { NOW } from '../../../support/factories.ts'
import { collectLog } from '../../../support/log.ts'
import { handle } from '../../../support/remix.ts'
import { readText } from '../../../support/html.ts'
import { anEvento, temporaryDatabasePath } from '../../../support/temporary.ts'

/** The schemas that had no event. */
const WITHOUT_EVENTO = [1, 2, 3, 6, 7, 11, 12, 13, 19, 20, 21, 22, 23, 24]

/** A database of a former schema, and its guests with the versions of their links, which the first schemas had not. */
function aFormerDatabase(version: number) {
  const path = temporaryDatabasePath()
  const db = new Database(path)
  db.exec(readFileSync(`test/fixtures/sqlite/v${version}.sql`, 'utf8'))
  const all = db.prepare('SELECT nome, chave.* FROM credencial JOIN chave USING (credencialid)').all()
  db.close()
  return { path, convidados: all as { nome: string; credencialid: string; versao?: number }[] }
}

/** A server's start on a database, with a file that describes the event, and what it answers. */
async function start(path: string, evento: string) {
  const config = readConfig({ ...PRODUCTION, SQLITE_PATH: path, EVENTO: evento })
  const services = await compose(config, { arteOf: sketch, now: () => NOW, log: collectLog().log })
  onTestFinished(() => services.close())
  const ask = async (address: string) => {
    const request = new Request(`https://convite.test${address}`)
    const response = await handle(request, { services, address: '203.0.113.7' })
    return { status: response.status, text: await response.text() }
  }
  return { services, ask }
}

test('whatever schema a database had, its guests keep event, links and calendar entry; a later file changes nothing', async () => {
  const evento = readEvento(EVENTO)
  const served = servedIdOf(evento, 'convite.test')
  const later = anEvento({ titulo: 'Outro título', local: 'Outro' })
  for (const version of WITHOUT_EVENTO) {
    const { path, convidados } = aFormerDatabase(version)
    expect(convidados).toHaveLength(3)
    for (const file of [EVENTO, later]) {
      const { services, ask } = await start(path, file)
      expect(services.gravado).toMatchObject({ versao: 1, eventoid: served, evento, mudancas: [] })
      expect((await ask('/evento.ics')).text).toContain(`UID:${served}`)
      for (const { nome, credencialid, versao = 0 } of convidados) {
        const link = `/c/${services.tokenOf(credencialid, versao)}`
        const { status, text } = await ask(link)
        expect([version, status]).toEqual([version, 200])
        expect(readText(text).toUpperCase()).toContain(nome)
        expect((await ask(`${link}/evento.ics`)).text).toContain(`UID:${served}`)
      }
    }
  }
})
