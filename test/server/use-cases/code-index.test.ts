import { expect, test } from 'vitest'
import { codeOf } from '../../../server/domain/token.ts'
import { createCodeIndex } from '../../../server/use-cases/find-convidado.ts'

const code = (id: string, versao = 0) => codeOf('a secret', id, versao)

/** An index over guests kept as versoes by id; `version` is the storage's. */
function anIndex(version: () => string | null = () => null, of = code) {
  const versoes = new Map([
    ['1', 0],
    ['2', 3],
  ])
  const outros = new Map<string, { credencialid: string; versao: number }[]>()
  let made = 0
  let listed = 0
  const findByCode = createCodeIndex({
    painel: {
      dataVersion: async () => version(),
      listVersoes: async () => {
        listed += 1
        return [...versoes].map(([credencialid, versao]) => ({
          credencialid,
          versao,
          outros: outros.get(credencialid) ?? [],
        }))
      },
    },
    codeOf: (id, versao) => {
      made += 1
      return of(id, versao)
    },
  })
  return { versoes, outros, findByCode, made: () => made, listed: () => listed }
}

test('a code finds its guest at the versao it has, and a code of nobody finds nobody', async () => {
  const { findByCode } = anIndex()
  expect(await findByCode(code('1'))).toEqual(['1'])
  expect(await findByCode(code('2', 3))).toEqual(['2'])
  expect(await findByCode(code('2', 2))).toEqual([])
})

test('new guests and replaced links are found at once, erased guests and old codes no more', async () => {
  const { versoes, findByCode } = anIndex()
  await findByCode(code('1'))
  versoes.set('3', 0).set('1', 1).delete('2')
  expect(await findByCode(code('3'))).toEqual(['3'])
  expect(await findByCode(code('1', 1))).toEqual(['1'])
  expect(await findByCode(code('1'))).toEqual([])
  expect(await findByCode(code('2', 3))).toEqual([])
})

test('each code is made once, and guests are listed again only when storage has changed', async () => {
  let version = 'one'
  const { versoes, findByCode, made, listed } = anIndex(() => version)
  for (let n = 0; n < 3; n++) await findByCode(code('1'))
  expect([made(), listed()]).toEqual([2, 1])
  versoes.set('3', 0)
  version = 'two'
  expect(await findByCode(code('3'))).toEqual(['3'])
  expect([made(), listed()]).toEqual([3, 2])
})

test('two guests who share a code are both found', async () => {
  const { findByCode } = anIndex(undefined, () => 'K7F3-92QD')
  expect(await findByCode('K7F3-92QD')).toEqual(['1', '2'])
})

test('searches at once list one after the other, and a failure is no other’s', async () => {
  let isBroken = true
  const { findByCode } = anIndex(() => {
    if (isBroken) throw new Error('storage is away')
    return null
  })
  const failed = findByCode(code('1'))
  await expect(failed).rejects.toThrow('storage is away')
  isBroken = false
  expect(await Promise.all([findByCode(code('1')), findByCode(code('2', 3))])).toEqual([['1'], ['2']])
})

test('the code of a guest who was merged finds the one who stayed, until the guest’s link ends', async () => {
  const { versoes, outros, findByCode } = anIndex()
  await findByCode(code('1'))
  versoes.delete('2')
  outros.set('1', [{ credencialid: '2', versao: 3 }])
  expect([await findByCode(code('2', 3)), await findByCode(code('1'))]).toEqual([['1'], ['1']])
  outros.clear()
  versoes.set('1', 1)
  expect([await findByCode(code('2', 3)), await findByCode(code('1', 1))]).toEqual([[], ['1']])
})
