import { expect, onTestFinished, test } from 'vitest'
import { descritoIn } from '../../server/domain/evento-gravado.ts'
import { aGravar, anAutor, NOW } from '../support/factories.ts'
import { openSqliteHarness } from '../support/sqlite-harness.ts'
import { startDyingOnSqlite, startOnSqlite } from '../support/storage-workers.ts'
import { runTogether } from '../support/workers.ts'

for (const [point, isDone] of [
  ['gravarEvento:halfway', false],
  ['gravarEvento:before-commit', false],
  ['gravarEvento:after-commit', true],
] as const) {
  test(`a crash at ${point} leaves the former event or the new one, with its line, and a repeat stores it once`, async () => {
    const harness = await openSqliteHarness()
    onTestFinished(() => harness.close())
    const { path, storage } = harness
    await storage.eventos.gravar(aGravar(), anAutor())
    const told = async () => {
      const linhas = await storage.historico.list({ ato: 'mudou-evento', after: null, limit: 9 })
      const stored = descritoIn(await storage.eventos.find())
      return [stored?.versao, stored?.evento.local, stored?.mudancas.length, linhas.length]
    }
    const [before, after] = [await told(), [2, 'Outro', 1, 1]]
    const dying = await startDyingOnSqlite(point, 'evento', path, 'cida', 1, NOW + 1)
    dying.begin()
    expect((await dying.ended).signal).toBe('SIGKILL')
    expect(await told()).toEqual(isDone ? after : before)
    const again = await startOnSqlite('evento', path, 'cida', 1, NOW + 1)
    expect(await runTogether([again])).toEqual(['gravado'])
    expect(await told()).toEqual(after)
  })
}

for (const [point, isDone] of [
  ['gravarEvento:halfway', false],
  ['gravarEvento:before-commit', false],
  ['gravarEvento:after-commit', true],
] as const) {
  test(`own pictures and a crash at ${point}: the event has them whole or is as it was, and a repeat stores it once`, async () => {
    const harness = await openSqliteHarness()
    onTestFinished(() => harness.close())
    const { path, storage } = harness
    await storage.eventos.gravar(aGravar(), anAutor())
    const told = async () => {
      const stored = descritoIn(await storage.eventos.find())
      const imagem = await storage.eventos.findImagem(stored?.imagemid ?? '')
      return [stored?.versao, stored?.imagemid, imagem?.arquivos.length ?? 0]
    }
    const dying = await startDyingOnSqlite(point, 'imagem', path, 'own', 1, NOW + 1)
    dying.begin()
    expect((await dying.ended).signal).toBe('SIGKILL')
    expect(await told()).toEqual(isDone ? [2, 'own', 3] : [1, null, 0])
    const again = await startOnSqlite('imagem', path, 'own', 1, NOW + 1)
    expect(await runTogether([again])).toEqual(['gravado'])
    expect(await told()).toEqual([2, 'own', 3])
  })
}
