import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDrawingProcess } from '../../server/arte/draw-process.ts'
import { createCertificados } from '../../server/arte/certificado/certificados.ts'
import { drawCertificados } from '../../server/arte/certificado/draw-certificados.ts'
import { aCertificado, NOMES } from '../support/a-certificado.ts'
import { collectLog } from '../support/log.ts'

test('the built process draws the same bytes as this one, for many who ask at once', async () => {
  const { log, lines } = collectLog()
  const drawer = resolve('build/node/arte/drawer.js')
  const certificados = createCertificados({ drawer: createDrawingProcess(log, { drawer }) })
  onTestFinished(() => certificados.close())
  const inputs = NOMES.map((nome) => aCertificado({ paginas: [{ nome, codigo: 'KGRGK-7W6RM' }] }))
  const drawn = await Promise.all(inputs.map((input, i) => certificados.draw(input, `address ${i}`)))
  drawn.forEach((bytes, i) => {
    expect(Buffer.from(bytes ?? []).equals(drawCertificados(inputs[i] ?? aCertificado(), 'pdf'))).toBe(true)
  })
  const svg = await certificados.draw(aCertificado(), null, 'svg')
  expect(Buffer.from(svg ?? []).equals(drawCertificados(aCertificado(), 'svg'))).toBe(true)
  expect(lines).toEqual([])
})
