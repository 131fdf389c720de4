import { expect, test } from '@playwright/test'
import { codeOf, urlOf } from '../support/porta-server.ts'
import { keepIn } from '../support/keyboard.ts'
import { expectVerdict } from '../support/phone-browser.ts'
import { BEGIN, END } from '../support/stub-porta.ts'
import {
  JOSE,
  ANA,
  MINUTE,
  AFTER_VERDICT,
  reads,
  press,
  pressTwice,
  goesOffline,
  types,
  keepsTwo,
  rehearses,
  tries,
  screensAreWhole,
} from '../support/porta-screens.ts'

test.use({ serviceWorkers: 'block' })
test.describe.configure({ timeout: 120_000 })

screensAreWhole({
  lendo: {
    phone: { camera: 'torch' },
    open: async (porta) => {
      await reads(urlOf(JOSE), 'ENTRAR')(porta)
      await press(porta.page, 'Próximo')
      await expect(porta.page.getByRole('heading', { name: 'Aponte para o QR' })).toBeVisible()
    },
  },
  'sem-rede': {
    open: async (porta) => {
      await keepsTwo(porta)
      await porta.pass(14 * MINUTE)
      await press(porta.page, 'Próximo')
      await expect(porta.page.getByText('há 14 min')).toBeVisible()
    },
  },
  desfeita: {
    open: async (porta) => {
      await reads(urlOf(ANA), 'ENTRAR')(porta)
      await pressTwice(porta.page, 'Desfazer')
      await expect(porta.page.getByRole('alert')).toContainText('ENTRADA DESFEITA')
      await keepIn(porta.page, porta.page.locator('main'))
    },
  },
  varios: {
    open: async (porta) => {
      await expect(porta.page.getByText('Conectado')).toBeVisible()
      await types(porta, 'T4KX-88RM')
      await expect(porta.page.getByText('Este código é de mais de uma pessoa')).toBeVisible()
    },
  },
  busca: {
    open: async (porta) => {
      await goesOffline(porta)
      await press(porta.page, 'Buscar')
      await porta.page.getByLabel('Nome').fill('cavalc')
      await porta.page.getByRole('radio', { name: /José Maria/i }).check()
      await expect(porta.page.getByRole('button', { name: /^Dar entrada/ })).toBeVisible()
    },
  },
  'busca-ninguem': {
    open: async (porta) => {
      await expect(porta.page.getByText('Conectado')).toBeVisible()
      await press(porta.page, 'Buscar')
      await porta.page.getByLabel('Nome').fill('Zuleica Damasceno')
      await expect(porta.page.getByRole('button', { name: /^Entrou mesmo assim/ })).toBeVisible()
    },
  },
  codigo: {
    open: async (porta) => {
      await expect(porta.page.getByText('Conectado')).toBeVisible()
      await press(porta.page, 'Código')
      await porta.page.getByRole('textbox').fill('k7f39')
      await expect(porta.page.getByRole('button', { name: 'Faltam 3' })).toBeVisible()
    },
  },
  mesa: {
    open: async (porta) => {
      await reads(urlOf(JOSE), 'ENTRAR')(porta)
      await press(porta.page, 'Desta mesa')
      for (const name of [/Helena/i, /Pedro/i]) await porta.page.getByRole('checkbox', { name }).check()
      await expect(porta.page.getByRole('button', { name: 'Dar entrada: 2 pessoas' })).toBeVisible()
    },
  },
  ensaio: { open: rehearses },
  'ensaio-busca': {
    open: async (porta) => {
      await rehearses(porta)
      await press(porta.page, 'Buscar')
      await porta.page.getByLabel('Nome').fill('ensaio')
      await porta.page.getByRole('radio', { name: /ana ensaio/i }).check()
    },
  },
  teste: { open: tries },
  'teste-certeza': {
    open: async (porta) => {
      await tries(porta)
      await press(porta.page, 'Hoje é o evento')
      await expect(porta.page.getByRole('button', { name: 'Sim, hoje é o evento' })).toBeVisible()
    },
  },
  'teste-hoje': {
    open: async (porta) => {
      await tries(porta)
      for (const name of ['Hoje é o evento', 'Sim, hoje é o evento']) await press(porta.page, name)
      await expect(porta.page.getByText('As entradas valem')).toBeVisible()
    },
  },
  'duas-cameras': {
    phone: { camera: 'two' },
    open: ({ page }) => expect(page.getByRole('button', { name: 'Outra câmera' })).toBeVisible(),
  },
  parear: {
    open: async (porta) => {
      porta.answer = 'stranger'
      await porta.page.reload()
      await expect(porta.page.getByRole('heading', { name: 'PAREAR ESTE CELULAR' })).toBeVisible()
    },
  },
  revogado: {
    open: async (porta) => {
      await keepsTwo(porta)
      await porta.pass(MINUTE)
      porta.server.revoked.set('a', BEGIN - MINUTE)
      porta.answer = 'knows'
      await porta.sync()
      await expect(porta.page.getByRole('heading', { name: 'APARELHO DESLIGADO' })).toBeVisible(AFTER_VERDICT)
    },
  },
  'lista-apagada': {
    open: async (porta) => {
      await keepsTwo(porta)
      await porta.pass(END - BEGIN)
      await porta.sync()
      await expect(porta.page.getByRole('heading', { name: 'A LISTA FOI APAGADA' })).toBeVisible(
        AFTER_VERDICT,
      )
    },
  },
  'sem-camera': {
    phone: { camera: 'refused' },
    open: ({ page }) => expect(page.getByRole('button', { name: 'Ligar câmera' })).toBeVisible(),
  },
  'camera-falta': {
    phone: { camera: 'missing' },
    open: async (porta) => {
      await expect(porta.page.getByText('Conectado')).toBeVisible()
      await types(porta, codeOf('ana'))
      await expectVerdict(porta.page, 'ENTRAR')
      await press(porta.page, 'Câmera')
      await expect(porta.page.getByRole('button', { name: 'Ligar câmera' })).toBeVisible()
    },
  },
  'sem-https': {
    phone: { lacks: 'https' },
    open: ({ page }) => expect(page.getByRole('heading', { name: 'FALTA O HTTPS' })).toBeVisible(),
  },
  'nao-guarda': {
    phone: { lacks: 'storage' },
    open: ({ page }) => expect(page.getByRole('heading', { name: 'NADA SE GUARDA AQUI' })).toBeVisible(),
  },
})
