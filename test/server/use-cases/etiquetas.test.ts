import { expect, onTestFinished, test, vi } from 'vitest'
import { PAPEIS_DE_ETIQUETA } from '../../../server/domain/papel-de-etiqueta.ts'
import { listEmpresas } from '../../../server/use-cases/empresas.ts'
import { chooseEtiquetas, sheetsOf } from '../../../server/use-cases/etiquetas.ts'
import { aPessoa } from '../../contract/convite-lugares.cases.ts'
import { aPainel } from '../../support/a-painel.ts'
import { aRegister } from '../../support/factories.ts'
import { storeConvidados } from '../../support/many-convidados.ts'

/** A millisecond of work, by the clock that pauses are counted with. */
const busy = () => void vi.advanceTimersByTime(1)

/** How many turns others had during the work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  return turns
}

test('labels in the order of the tables keep those together who came together', async () => {
  const painel = aPainel()
  await painel.credenciais.register(aRegister({ ...aPessoa('RUI'), acompanhantes: [aPessoa('ANA')] }))
  await painel.credenciais.register(aRegister(aPessoa('BIA')))
  const empresas = () => listEmpresas({ list: (now) => painel.painel.listEmpresas(now), now: painel.now })
  const parts = { ...painel, painelReadings: { empresas }, impressoOf: (said: string[]) => said.join() }
  const nomesIn = async (ordem: 'nome' | 'mesa') => {
    const { ditas } = await chooseEtiquetas(parts, { quem: [], empresaid: '', ordem, hasQr: false })
    return ditas.map(({ nome }) => nome)
  }
  expect(await nomesIn('mesa')).toEqual(['BIA', 'RUI', 'ANA'])
  expect(await nomesIn('nome')).toEqual(['ANA', 'BIA', 'RUI'])
})

test('others have their turns while labels of many are chosen and set', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const painel = aPainel()
  await storeConvidados(
    painel,
    Array.from({ length: 200 }, (_, at) => `CONVIDADO ${at}`),
  )
  const impressoOf = (said: string[]) => {
    busy()
    return said.join()
  }
  const list = (now: number) => painel.painel.listEmpresas(now)
  const empresas = () => listEmpresas({ list, now: painel.now })
  const parts = { ...painel, painelReadings: { empresas }, impressoOf }
  const choice = { quem: [], empresaid: '', ordem: 'nome', hasQr: true } satisfies Parameters<
    typeof chooseEtiquetas
  >[1]
  const idle = await turnsDuring(() => chooseEtiquetas({ ...parts, impressoOf: () => '' }, choice))
  expect(await turnsDuring(() => chooseEtiquetas(parts, choice))).toBeGreaterThan(idle + 5)
  const { ditas } = await chooseEtiquetas(parts, choice)
  const sheets = { papel: PAPEIS_DE_ETIQUETA[0], inicio: 1, hasQr: true }
  const setting = async () => {
    const { folhas } = await sheetsOf(ditas, sheets, 1, (id) => {
      busy()
      return id
    })
    expect(folhas.flat()).toHaveLength(200)
  }
  expect(await turnsDuring(setting)).toBeGreaterThan(5)
})
