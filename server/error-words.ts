import { NOT_FOUND } from './domain/errors.ts'

/** The words of a Remix error page. */
export interface ErrorTold {
  title: string
  /** The title of the document, when the page's own says too little there. */
  documento?: string
  text: string
  isHelped?: true
}

/** The fallback. */
export const FAILURE: ErrorTold = {
  title: 'ALGO DEU ERRADO',
  text: 'Não conseguimos mostrar esta página. Volte ao convite e tente de novo; se continuar, avise a organização.',
}

/** Keyed by the reason a route gave, or by the status of the answer. */
export const ERRORS = {
  404: NOT_FOUND,
  405: NOT_FOUND,
  400: {
    title: 'PEDIDO NÃO ENTENDIDO',
    text: 'Este formulário chegou incompleto e nada foi salvo. Volte ao convite e preencha de novo.',
  },
  contador: {
    title: 'CONVITES INDISPONÍVEIS',
    text: 'Os dados desta empresa estão com defeito e nada foi alterado. Avise a organização do evento.',
  },
  reservas: {
    title: 'AGUARDE UM POUCO',
    text: 'Há muitos convites desta empresa abertos e não concluídos na mesma internet que você usa. Termine os cadastros já começados, abra o cadastro sem reservar antes, ou tente de novo em alguns minutos.',
  },
  ritmo: {
    title: 'AGUARDE UM MOMENTO',
    text: 'Muitos convites desta empresa foram pedidos agora pela mesma internet que você usa. Nenhum foi gasto neste toque. Espere um minuto e tente de novo.',
  },
  pessoais: {
    title: 'CONVITES PESSOAIS',
    text: 'Nesta mesa cada convite tem um link só seu. Abra o que você recebeu, ou peça um a quem convidou você. Nada foi gasto neste toque.',
  },
  apagada: {
    title: 'CREDENCIAL ENCERRADA',
    text: 'O evento passou, e chegou o dia de apagar os dados dos convidados. Por isso esta credencial não é mais mostrada.',
    isHelped: true,
  },
  substituida: {
    title: 'LINK SUBSTITUÍDO',
    text: 'Esta credencial ganhou um link novo, porque o convite de uma empresa foi usado para ela. Este link não vale mais. Peça o novo a quem fez o cadastro com o convite.',
    isHelped: true,
  },
  dados: {
    title: 'SÓ NO SEU APARELHO',
    text: 'Seus dados só abrem no aparelho em que só você se cadastrou. Abra nele, ou peça os dados à organização.',
    isHelped: true,
  },
  'mesa-apagada': {
    title: 'MESA ENCERRADA',
    text: 'O evento passou, e chegou o dia de apagar os dados dos convidados. Por isso esta mesa não é mais mostrada.',
    isHelped: true,
  },
  'mesa-substituida': {
    title: 'LINK SUBSTITUÍDO',
    text: 'A organização deu um link novo a quem cuida desta mesa. Este não vale mais. Peça o novo a quem cuida da mesa ou à organização.',
    isHelped: true,
  },
  codigos: {
    title: 'AGUARDE UM POUCO',
    text: 'Este código foi aberto vezes demais. Espere alguns minutos e tente de novo, ou peça outro a quem convidou você.',
  },
  conferencias: {
    title: 'AGUARDE UM POUCO',
    text: 'Foram muitos códigos errados em pouco tempo. Espere um minuto e confira de novo, letra por letra com o papel.',
  },
  indisponivel: {
    title: 'VOLTAMOS JÁ',
    text: 'O sistema não respondeu agora. Espere alguns segundos e tente de novo: repetir é seguro.',
  },
} satisfies Record<string, ErrorTold>

/** The words of an error page of the server in front. */
export interface FrontWords {
  title: string
  /** The title of the document, where it differs. */
  documento?: string
  next: string
  /** The same where no form was sent. */
  nextOfPage?: string
}

const NOT_SAVED = 'Nada foi salvo: volte à página anterior'

/** Keyed by the status that the server in front answers by itself. */
export const FRONT_ERRORS = {
  400: { title: 'Pedido não entendido', next: 'Volte ao convite e comece de novo por lá.' },
  403: {
    title: 'Envio recusado',
    next: 'Este envio não veio do nosso site: abra o convite e preencha por lá.',
  },
  404: { ...NOT_FOUND, next: NOT_FOUND.text },
  405: { title: 'Pedido não aceito', next: 'Volte ao convite e siga pelos botões da página.' },
  408: {
    title: 'A conexão demorou demais',
    next: 'Volte à página anterior, confira o sinal e tente outra vez: repetir o envio é seguro.',
  },
  413: { title: 'Envio grande demais', next: `${NOT_SAVED}, diminua o que enviou e tente outra vez.` },
  415: { title: 'Formato não aceito', next: 'Nada foi salvo: preencha o cadastro pela página do convite.' },
  417: { title: 'Pedido não aceito', next: 'Volte ao convite e siga pelos botões da página.' },
  421: {
    title: 'Endereço não aceito',
    next: 'Esta demonstração abre só neste computador, por http://localhost seguido do número da porta, como http://localhost:3000.',
  },
  429: {
    title: 'Muitos pedidos ao mesmo tempo',
    next: `${NOT_SAVED}, espere um minuto e tente outra vez.`,
    nextOfPage: 'Espere um minuto e abra esta página outra vez.',
  },
  431: { title: 'Pedido grande demais', next: 'Apague os cookies deste site e volte ao convite.' },
  500: {
    title: 'Algo deu errado aqui',
    next: 'Volte à página anterior e tente outra vez: repetir o envio é seguro.',
  },
  503: {
    title: 'Muita gente ao mesmo tempo',
    next: `${NOT_SAVED}, espere um instante e tente outra vez.`,
    nextOfPage: 'Espere um instante e abra esta página outra vez.',
  },
} as const satisfies Record<number, FrontWords>

/** The words of a proxy's error page. */
export interface ProxyWords {
  kicker: string
  title: string
  next: string
  /** Seconds until the page reloads itself, and the label of the button for that; null after a form. */
  refresh: number | null
  again: string | null
}

/** The pages the examples' proxies show when the server does not answer, by file name in `deploy/proxy`. */
export const PROXY_ERRORS = {
  'um-instante': {
    kicker: 'O convite já volta',
    title: 'Só um instante',
    next: 'Esta página tenta de novo sozinha, a cada poucos segundos. Não é preciso fazer nada.',
    refresh: 3,
    again: 'TENTAR AGORA',
  },
  'envie-outra-vez': {
    kicker: 'O envio não teve resposta',
    title: 'Envie outra vez',
    next: 'Toque em VOLTAR no seu navegador e envie outra vez. O que você preencheu continua lá, e repetir o envio é seguro.',
    refresh: null,
    again: null,
  },
  'envio-grande': {
    kicker: 'O envio não foi aceito',
    title: FRONT_ERRORS[413].title,
    next: FRONT_ERRORS[413].next,
    refresh: null,
    again: null,
  },
} satisfies Record<string, ProxyWords>

/** The messages for our own scripts, by status. */
export const SCRIPT_ERRORS = {
  400: 'O envio não foi entendido.',
  403: 'O envio não veio de uma página deste site.',
  404: 'Este aparelho não está pareado.',
  408: 'O envio não chegou a tempo.',
  413: 'O envio é grande demais.',
  415: 'O envio não é JSON.',
  429: 'São envios demais: espere.',
} as const
