import convites from '../e2e/convites.json' with { type: 'json' }
import { anyTelefone, nameOf } from '../support/journey.ts'
import { until, type Convidado } from './convidado.ts'

/** One way through the product, the same in every browser, with and without scripts. */
interface Journey {
  name: string
  go: (convidado: Convidado, world: World) => Promise<void>
}

interface World {
  isScripted: boolean
  /** The address of the personal invitation that this browser alone has, by whom it is for. */
  convite: (rotulo: string) => string
  /** A company for this browser alone, with two invitations. */
  empresaid: string
}

let serial = Math.floor(Math.random() * 1e9)
const aName = () => nameOf(serial++)

async function fillIn(convidado: Convidado, nome: string): Promise<void> {
  await convidado.type('NOME COMPLETO', nome)
  await convidado.type('WHATSAPP', anyTelefone())
  await convidado.click('button', 'CONFIRMAR')
  await convidado.see('alertdialog', 'CADASTRO CONFIRMADO COM SUCESSO!')
  await convidado.arriveAt('/')
}

/** Whether a field has what was typed: once scripts have loaded, they turn it into upper case. */
const isTyped = (value: string, text: string) => value === text || value === text.toUpperCase()

/** @param empresaid of the company for the browser */
export const conviteOf = (empresaid: string) => (rotulo: string) =>
  `/0000000000001/${convites.find((one) => one.empresaid === empresaid && one.rotulo === rotulo)?.codigo ?? ''}`

export const JOURNEYS: Journey[] = [
  {
    name: 'a guest goes from the invitation to the credencial, and reads the alert once',
    async go(convidado) {
      const nome = aName()
      await convidado.open('/')
      await convidado.click('link', null)
      await convidado.arriveAt('/cadastro')
      await convidado.see('heading', 'CADASTRO')
      await fillIn(convidado, nome)
      await convidado.click('button', 'OK')
      await convidado.seeNo('alertdialog')
      await convidado.open('/')
      await convidado.seeNo('alertdialog')
      await convidado.click('link', 'VOCÊ ESTÁ CONFIRMADO · Ver credencial')
      await convidado.arriveAt(/^\/c\/[^/]+$/)
      await convidado.read(nome.toUpperCase())
    },
  },
  {
    name: 'a company registers its occupants, one invitation each, until LIMITE ATINGIDO',
    async go(convidado, { empresaid }) {
      await convidado.open(`/${empresaid}`)
      for (const left of [2, 1]) {
        await convidado.click('button', `VOCÊ TEM ${left} CONVITE(S)`)
        await convidado.arriveAt('/cadastro')
        await convidado.read('Convite de Fazenda Dois Convites')
        await fillIn(convidado, aName())
        await convidado.click('link', 'Cadastrar outro convidado')
        await convidado.arriveAt(`/${empresaid}`)
      }
      await convidado.click('button', 'VOCÊ TEM 0 CONVITE(S)')
      await convidado.see('alertdialog', 'LIMITE ATINGIDO')
      await convidado.click('button', 'OK')
      await convidado.seeNo('alertdialog')
      await convidado.see('button', 'VOCÊ TEM 0 CONVITE(S)')
    },
  },
  {
    name: 'an invited couple answers in one form, and each has a credencial',
    async go(convidado, { convite }) {
      await convidado.open(convite('Dona Cida'))
      await convidado.read('Dona Cida, este convite é seu e vale para 2 pessoas.')
      await convidado.click('link', 'Aceitar')
      await convidado.arriveAt('/cadastro')
      await convidado.type('NOME COMPLETO', 'cida rocha')
      await convidado.type('WHATSAPP', anyTelefone())
      await convidado.tap('label', 'Vou com mais alguém')
      await convidado.type('Nome de quem vai com você', 'joão rocha')
      await convidado.click('button', 'CONFIRMAR')
      await convidado.see('alertdialog', 'CADASTRO CONFIRMADO COM SUCESSO!')
      await convidado.click('link', 'CREDENCIAL DE JOÃO ROCHA')
      await convidado.arriveAt(/^\/c\/[^/]+$/)
      await convidado.read('JOÃO ROCHA')
      await convidado.open(convite('Dona Cida'))
      await convidado.arriveAt(/^\/c\/[^/]+$/)
    },
  },
  {
    name: 'who cannot come says so on the invitation, takes it back, and comes',
    async go(convidado, { convite }) {
      await convidado.open(convite('Seu Bento'))
      await convidado.click('button', 'Não posso ir')
      await convidado.read('Obrigado por avisar, Seu Bento.')
      await convidado.click('button', 'Desfazer')
      await convidado.see('button', 'Não posso ir')
      await convidado.click('link', 'Aceitar')
      await convidado.arriveAt('/cadastro')
      await fillIn(convidado, aName())
    },
  },
  {
    name: 'a mistake is told, what was typed stays, and it is corrected',
    async go(convidado, { isScripted }) {
      await convidado.open('/cadastro')
      await convidado.type('NOME COMPLETO', 'ana 2')
      await convidado.type('WHATSAPP', '119876')
      await convidado.click('button', 'CONFIRMAR')
      await convidado.see('group', 'Falta corrigir 2 campos')
      await until('the name stays', async () => isTyped(await convidado.valueOf('NOME COMPLETO'), 'ana 2'))
      await until('the number stays', async () => (await convidado.valueOf('WHATSAPP')) === '119876')
      await until('a name is typed', async () => {
        await convidado.type('NOME COMPLETO', 'ana lima')
        return (await convidado.valueOf('NOME COMPLETO')) === (isScripted ? 'ANA LIMA' : 'ana lima')
      })
      await fillIn(convidado, aName())
    },
  },
  {
    name: 'a code typed at /item is refused, corrected, and leads to the company',
    async go(convidado, { empresaid }) {
      await convidado.open('/item')
      await convidado.type('CÓDIGO DA EMPRESA', 'não é código')
      await convidado.click('button', 'Ver convites')
      await convidado.see('group', 'Falta corrigir 1 campo')
      await until(
        'the code stays',
        async () => (await convidado.valueOf('CÓDIGO DA EMPRESA')) === 'não é código',
      )
      await convidado.type('CÓDIGO DA EMPRESA', `https://convite.test/${empresaid}`)
      await convidado.click('button', 'Ver convites')
      await convidado.arriveAt(`/${empresaid}`)
      await convidado.click('link', 'JÁ ME CADASTREI, ACESSAR CONVITE')
      await convidado.arriveAt('/')
    },
  },
  {
    name: 'what the form looks with comes along with the invitation',
    async go(convidado) {
      await convidado.open('/')
      await convidado.have('/assets/campo-')
    },
  },
  {
    name: 'the notice of privacy and the closed gate lead back to the invitation',
    async go(convidado) {
      await convidado.open('/privacidade')
      await convidado.see('heading', 'AVISO DE PRIVACIDADE')
      await convidado.click('link', 'Ver o convite')
      await convidado.arriveAt('/')
      await convidado.open('/endereco/errado')
      await convidado.see('heading', 'ESTA PÁGINA NÃO EXISTE')
      await convidado.click('link', 'Ver o convite')
      await convidado.arriveAt('/')
    },
  },
]
