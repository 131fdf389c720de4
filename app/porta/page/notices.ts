import type { NotStored } from '../shown.ts'
import { figure, icon, type FigureName, type Scene, button, element } from './element.ts'

/** A calm page: a drawing, its title, what to do. */
export function page(
  drawn: FigureName,
  title: string,
  texts: string[],
  ...below: (Node | string)[]
): HTMLElement {
  const [first = '', ...others] = texts
  const centre = element('div', 'centro', element('h1', '', title), element('p', 'folga', first))
  centre.append(...others.map((text) => element('p', 'nota', text)))
  const main = element('main', 'folha', figure(drawn), centre)
  if (below.length > 0) main.append(element('div', 'baixo', ...below))
  return main
}

/** Without HTTPS no browser gives a camera or keeps a page. */
export function noHttps(): HTMLElement {
  return page('closed-gate', 'FALTA O HTTPS', [
    'Este endereço não é seguro, e assim o navegador não dá a câmera nem guarda a lista.',
    'Peça à organização o endereço que começa com https:// e abra por ele.',
  ])
}

/** The door is open in another page of this browser. */
export function openElsewhere(): HTMLElement {
  return page('closed-gate', 'JÁ ESTÁ ABERTA', [
    'A porta está aberta em outra página deste celular. Feche aquela, e esta continua.',
  ])
}

const REASONS: Record<NotStored['reason'], string> = {
  cheio: 'O armazenamento está cheio: apague fotos ou vídeos e abra de novo.',
  negado: 'O navegador não deixa guardar: saia da janela anônima e abra de novo.',
  calado:
    'O navegador não responde sobre o que guardou: feche todas as páginas da portaria, espere um minuto e abra de novo.',
  perdido: 'O navegador perdeu o que guardava: feche as outras páginas da portaria e abra de novo.',
}

/** The browser keeps nothing: the door would forget whom it admitted. */
export function keepsNothing(reason: NotStored['reason']): HTMLElement {
  const again = button('agir', 'ABRIR DE NOVO', () => location.reload())
  const texts = [REASONS[reason], 'Até lá, não receba ninguém com este celular: as entradas se perderiam.']
  return page('closed-gate', 'NADA SE GUARDA AQUI', texts, again)
}

const CAMERA = {
  denied: [
    'O navegador não deu permissão. Toque em LIGAR CÂMERA e escolha Permitir.',
    'Se nada aparecer: toque no cadeado, ao lado do endereço, e libere a câmera.',
  ],
  missing: [
    'Não há câmera livre. Feche o aplicativo que a está usando e toque em LIGAR CÂMERA.',
    'Um computador sem câmera recebe pelo nome e pelo código.',
  ],
  lost: ['O celular tirou a câmera desta página. Toque em LIGAR CÂMERA.'],
  decoder: ['O leitor de QR não carregou. Chegue mais perto da rede e toque em LIGAR CÂMERA.'],
}

/** The camera is missing; the door goes on without it. */
export function openNoCamera(
  reason: keyof typeof CAMERA,
  chip: HTMLElement | null,
  turnOn: () => void,
): Scene {
  const [title, texts] = [reason === 'lost' ? 'A CÂMERA PAROU' : 'A CÂMERA NÃO ABRIU', CAMERA[reason]]
  const meanwhile =
    'Enquanto isso, a porta não para: busque o nome, digite o código, ou leia o QR com a câmera do próprio celular e toque em ADMITIR.'
  const main = page('camera', title, texts, element('p', 'nota centro', meanwhile))
  // In the place of the drawing: the rest may scroll, the button stays in view.
  if (chip) main.firstElementChild?.replaceWith(chip)
  main.append(button('agir fica folga', [icon('lens'), 'LIGAR CÂMERA'], turnOn))
  return { kind: 'aviso', title: 'Sem câmera', main, isReading: () => false }
}

const entradasOf = (count: number) => (count === 1 ? '1 entrada' : `${count} entradas`)

/** What helps a phone that lost its pairing: its link was used, and opens nothing again. */
export function reconnectText(porEnviar: number): string {
  const advice =
    'Este celular perdeu o pareamento, e o link que ele usou não abre de novo. Peça à organização: no painel, em Equipe, RECONECTAR dá outro link.'
  return porEnviar === 0 ? advice : `${advice} ${keptText(porEnviar)}`
}

/** What waits here for a pairing. */
export function keptText(porEnviar: number): string {
  const waits = porEnviar === 1 ? 'espera aqui e segue' : 'esperam aqui e seguem'
  return `${entradasOf(porEnviar)} ${waits} quando ele for pareado: nada se perde.`
}

/** What waits until the organisation takes it: the server has as many of this phone as it takes. */
export function heldText(porEnviar: number): string {
  const waits = porEnviar === 1 ? 'espera' : 'esperam'
  return `${entradasOf(porEnviar)} ${waits} que a organização receba: mostre esta tela a ela. Fica tudo guardado aqui.`
}
