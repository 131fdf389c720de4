import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readPlanilha } from '../../server/planilhas/sheet-process.ts'
import { anXlsx, part, zip } from '../support/an-xlsx.ts'
import { send, withEquipe } from '../support/planilha.ts'

/** A gigabyte of one letter is a megabyte when compressed. */
const bomb = (declared?: number) => {
  const megabytes = 80
  const packed = deflateRawSync(Buffer.alloc(megabytes * 1024 * 1024, 'a'), { level: 9 })
  return anXlsx({ sheet: { packed, unpacked: declared ?? megabytes * 1024 * 1024, crc: 0 } })
}

test('a zip bomb is refused by the sizes it declares, and one that lies by what is really in it', async () => {
  const before = process.memoryUsage().arrayBuffers
  const honest = bomb()
  const lying = bomb(1_000)
  expect(honest.length).toBeLessThan(200_000)
  const inside = zip({ 'lista.xlsx': part(honest) })
  for (const bytes of [honest, lying, inside])
    await expect(readPlanilha(bytes)).rejects.toThrow('grande demais')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1024 * 1024)
})

test('a workbook with something behind its end, or in a .zip, is read as it is', async () => {
  const rows = [
    '<c r="A1" t="inlineStr"><is><t>Nome</t></is></c>',
    '<c r="A2" t="inlineStr"><is><t>Ana</t></is></c>',
  ]
  const plain = anXlsx({ rows })
  const read = await readPlanilha(plain)
  expect(Buffer.from(read).toString()).toContain('Ana')
  for (const sent of [Buffer.concat([plain, Buffer.from('\r\n')]), zip({ 'lista.xlsx': part(plain) })])
    expect(await readPlanilha(sent)).toEqual(read)
})

test.each([
  ['20,001 rows', `nome;telefone\n${'Ana;11987654321\n'.repeat(20_002)}`, 'mais de 20.000 linhas'],
  ['5 MB and a byte', `nome;telefone\n${'a'.repeat(5 * 1024 * 1024 - 13)}`, 'mais de 5 MB'],
] as const)('%s is a 422 that says what to do, and nothing is kept', async (_, contents, says) => {
  const { app, equipe } = await withEquipe()
  const answer = await send(equipe, 'convidados', contents)
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(says)])
  expect(app.store.count('planilhas')).toBe(0)
})
