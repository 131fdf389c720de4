import { expect } from 'vitest'
import { anAutor } from '../support/factories.ts'
import { DEMANDS, GONE, type Demand } from './demands.ts'
import { type ContractCase } from './harness.ts'
import { aHouse, expectNothingLeft, MEANWHILE, type Meanwhile } from './meanwhile.ts'

/** Acts of several transactions, or written whole: the naive adapter gives the same result. */
const ALIKE = [
  ...['empresas.importRows removeu', 'empresas.remove corrigiu'],
  ...['empresas.remove esta-comecando', 'empresas.remove revogou'],
]

const DEMANDED = 'what an act decides by, its commit demands: '

const kindOf = (outcome: unknown) =>
  typeof outcome === 'object' && outcome !== null && 'kind' in outcome ? outcome.kind : outcome

/** A case for each act and each change it demands not to happen meanwhile. */
export const demands: ContractCase[] = Object.entries(DEMANDS).flatMap(([repo, acts]) =>
  Object.entries<Demand>(acts).flatMap(([act, { act: run, when, isBare }]) =>
    (Object.entries(when) as [Meanwhile, unknown][]).map(([meanwhile, answer]): ContractCase => {
      return {
        name: `${DEMANDED}${repo}.${act} ${meanwhile}`,
        async run(harness) {
          const house = await aHouse(harness, meanwhile, isBare)
          const kind: (typeof MEANWHILE)[Meanwhile] = MEANWHILE[meanwhile]
          const isGone = answer === GONE && 'openingOf' in kind
          const opening = isGone ? { opening: kind.openingOf(house) } : {}
          const autor = anAutor({ quem: opening.opening ? 'quem-agiu' : 'cli', ...opening })
          const outcome = await harness
            .meet(
              (storage) => run(storage, house, autor),
              (storage) => kind.other(storage, house),
            )
            .catch((error: unknown) => (error instanceof Error ? error.name : error))
          expect(kindOf(outcome)).toEqual(answer)
          await expectNothingLeft(harness, meanwhile, autor)
        },
      }
    }),
  ),
)

const isAlike = ({ name }: ContractCase) => ALIKE.includes(name.slice(DEMANDED.length))
export const cases = demands.filter(isAlike)
export const races = demands.filter((demand) => !isAlike(demand))
