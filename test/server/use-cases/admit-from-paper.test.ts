import { expect, test } from 'vitest'
import { entradasIn } from '../../../server/domain/entrada.ts'
import { admitFromPaper } from '../../../server/use-cases/admit.ts'
import { aPainel, aConvidadoOf } from '../../support/a-painel.ts'
import { aMerge } from '../../support/factories.ts'

test('a tick for a guest who was merged or removed since the list was printed is somebody inside', async () => {
  const painel = aPainel()
  const [kept, merged, removed] = [
    await aConvidadoOf(painel),
    await aConvidadoOf(painel, { nome: 'BIA REIS' }),
    await aConvidadoOf(painel, { nome: 'LEO REIS' }),
  ]
  await painel.credenciais.merge(aMerge(kept, merged), painel.autor())
  await painel.credenciais.remove(removed, true, painel.autor())
  const ticked = [merged, removed].map((credencialid) => ({
    entradaid: `papel-${credencialid}`,
    credencialid,
  }))
  const when = { typed: '', inicio: '2027-09-16T19:00:00-03:00' }
  const admit = () => admitFromPaper({ ...painel, now: () => Date.now() }, ticked, when, painel.autor())
  expect(await admit()).toEqual({ kind: 'admitted', count: 2 })
  expect(entradasIn(await painel.entradas.listOf(kept))).toHaveLength(1)
  expect(await painel.entradas.listAnotadas(0, 9)).toMatchObject({
    total: 1,
    entradas: [{ anotado: 'convidado excluído' }],
  })
  // The same form again.
  expect(await admit()).toEqual({ kind: 'admitted', count: 0 })
})
