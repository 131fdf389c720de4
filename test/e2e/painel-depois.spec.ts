import { expect, test } from '@playwright/test'
import type { Storage } from '../../server/domain/storage.ts'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import { overSince } from '../browsers/certificado.ts'
import { aGravar, anAutor, anEmpresa, anEntrada } from '../support/factories.ts'
import { NAMES, servePainel } from '../support/painel-server.ts'
import { readPdf } from '../support/pdf.ts'
import { testScreen } from '../support/screen.ts'

const HOUR_MS = 3_600_000

/** Ends the event; two guests in three came, a hundred an hour. */
async function end(storage: Storage, ids: string[]): Promise<void> {
  const now = Date.now()
  const evento = overSince(now)
  await storage.eventos.gravar(aGravar({ versao: null, evento, now }), anAutor())
  const came = ids.filter((_, index) => index % 3 > 0)
  const entradas = came.map((id, seq) => {
    const lidaem = Date.parse(evento.inicio) + (seq * HOUR_MS) / 100
    return anEntrada(id, { entradaid: `entrada-${seq}`, seq, lidaem, recebidaem: now })
  })
  await storage.entradas.add(entradas, null)
}

/** Adds three hundred companies with the longest possible names. */
async function endOfMany(storage: Storage, ids: string[]): Promise<void> {
  await storage.transfer.write(
    Array.from({ length: 300 }, (_, index) => {
      const empresaid = `outra-${index}`
      const nome = `Cooperativa Agroindustrial dos Produtores Rurais do Vale ${index}`
      return { kind: 'empresa', empresa: parseEmpresa(empresaid, anEmpresa({ empresaid, nome })) }
    }),
  )
  await end(storage, ids)
}

test.describe('of a few companies', () => {
  const at = servePainel(NAMES, end)

  testScreen('depois', at('/painel/depois'))
  testScreen('depois-faltas', at('/painel/depois/faltas'))
  testScreen('depois-folha', at('/painel/depois/folha'))
  testScreen('listas-certificados', at('/painel/listas/certificados'))
  testScreen('envios-certificado', at('/painel/envios?fila=certificado'))
  testScreen('etiquetas-folhas', at('/painel/listas/etiquetas/folhas?papel=6180&qr=1'))
  testScreen('etiquetas-moldura', at('/painel/listas/etiquetas/moldura?papel=6082'))

  test('the sheet for the directors is one page of A4, of numbers and companies', async ({ page }) => {
    await at('/painel/depois/folha')(page)
    const [sheet = '', ...more] = readPdf(await page.pdf({ preferCSSPageSize: true }))
    expect(more).toEqual([])
    expect(sheet).toContain('Agropecuária Boa Sorte')
    for (const told of ['120', '80']) expect(sheet).toContain(told)
    expect(sheet).not.toMatch(/ANA LÚCIA|Para imprimir/)
  })

  test('a guest who prints the page of the certificate has the certificate, on one page', async ({
    page,
  }) => {
    await at('/painel/convidados?mostrar=dentro')(page)
    await page.locator('tbody').getByRole('link').first().click()
    await page.getByRole('link', { name: 'Abrir credencial' }).click()
    await page.getByRole('link', { name: 'Meu certificado' }).click()
    await expect(page.getByRole('img', { name: /^O certificado/ })).toBeVisible()
    const pages = readPdf(await page.pdf({ preferCSSPageSize: true }))
    expect(pages).toHaveLength(1)
    expect(pages[0]).not.toContain('Baixar')
  })
})

test.describe('of three hundred', () => {
  const at = servePainel(NAMES, endOfMany)

  test('it is one page, too, and tells companies by their size', async ({ page }) => {
    await at('/painel/depois/folha')(page)
    const pages = readPdf(await page.pdf({ preferCSSPageSize: true }))
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatch(/por tamanho/i)
    expect(pages[0]).not.toContain('Cooperativa')
  })
})
