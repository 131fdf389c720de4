import { nameOf } from '../support/journey.ts'
import { until, type Guest } from './guest.ts'

/** One way through the product, the same for every browser, with and without scripts. */
interface Journey {
  name: string
  go: (guest: Guest, world: World) => Promise<void>
}

interface World {
  isScripted: boolean
  /** A company of this browser alone, with two invitations. */
  empresaid: string
}

let serial = Math.floor(Math.random() * 1e9)
const aName = () => nameOf(serial++)

async function fillIn(guest: Guest, nome: string): Promise<void> {
  await guest.type('NOME COMPLETO', nome)
  await guest.type('WHATSAPP', '11987654321')
  await guest.click('button', 'CONFIRMAR')
  await guest.see('alertdialog', 'CADASTRO CONFIRMADO COM SUCESSO!')
  await guest.arriveAt('/')
}

/** Whether a field has what was typed: scripts turn it into upper case, once they are there. */
const isTyped = (value: string, text: string) => value === text || value === text.toUpperCase()

export const JOURNEYS: Journey[] = [
  {
    name: 'a guest goes from the invitation to the credencial, and reads the alert once',
    async go(guest) {
      const nome = aName()
      await guest.open('/')
      await guest.click('link', null)
      await guest.arriveAt('/cadastro')
      await guest.see('heading', 'CADASTRO')
      await fillIn(guest, nome)
      await guest.click('button', 'OK')
      await guest.seeNo('alertdialog')
      await guest.open('/')
      await guest.seeNo('alertdialog')
      await guest.click('link', 'VER MINHA CREDENCIAL')
      await guest.arriveAt(/^\/c\/[^/]+$/)
      await guest.read(nome.toUpperCase())
    },
  },
  {
    name: 'a company registers its occupants, one invitation each, until LIMITE ATINGIDO',
    async go(guest, { empresaid }) {
      await guest.open(`/${empresaid}`)
      for (const left of [2, 1]) {
        await guest.click('button', `VOCÊ TEM ${left} CONVITE(S)`)
        await guest.arriveAt('/cadastro')
        await guest.read('Convite de Fazenda Dois Convites')
        await fillIn(guest, aName())
        await guest.click('link', 'CADASTRAR OUTRO OCUPANTE')
        await guest.arriveAt(`/${empresaid}`)
      }
      await guest.click('button', 'VOCÊ TEM 0 CONVITE(S)')
      await guest.see('alertdialog', 'LIMITE ATINGIDO')
      await guest.click('button', 'OK')
      await guest.seeNo('alertdialog')
      await guest.see('button', 'VOCÊ TEM 0 CONVITE(S)')
    },
  },
  {
    name: 'a mistake is told, what was typed stays, and it is corrected',
    async go(guest, { isScripted }) {
      await guest.open('/cadastro')
      await guest.type('NOME COMPLETO', 'ana 2')
      await guest.type('WHATSAPP', '119876')
      await guest.click('button', 'CONFIRMAR')
      await guest.see('group', 'Falta corrigir 2 campos')
      await until('the name stays', async () => isTyped(await guest.valueOf('NOME COMPLETO'), 'ana 2'))
      await until('the number stays', async () => (await guest.valueOf('WHATSAPP')) === '119876')
      await until('a name is typed', async () => {
        await guest.type('NOME COMPLETO', 'ana lima')
        return (await guest.valueOf('NOME COMPLETO')) === (isScripted ? 'ANA LIMA' : 'ana lima')
      })
      await fillIn(guest, aName())
    },
  },
  {
    name: 'a code typed at /item is refused, corrected, and leads to the company',
    async go(guest, { empresaid }) {
      await guest.open('/item')
      await guest.type('CÓDIGO DA EMPRESA', 'não é código')
      await guest.click('button', 'VER CONVITES')
      await guest.see('group', 'Falta corrigir 1 campo')
      await until('the code stays', async () => (await guest.valueOf('CÓDIGO DA EMPRESA')) === 'não é código')
      await guest.type('CÓDIGO DA EMPRESA', `https://convite.test/${empresaid}`)
      await guest.click('button', 'VER CONVITES')
      await guest.arriveAt(`/${empresaid}`)
      await guest.click('link', 'JÁ ME CADASTREI, ACESSAR CONVITE')
      await guest.arriveAt('/')
    },
  },
  {
    name: 'what the form looks with comes along with the invitation',
    async go(guest) {
      await guest.open('/')
      await guest.have('/assets/campo-')
      await guest.have('/assets/marcellus-caps-')
    },
  },
  {
    name: 'the notice of privacy and the closed gate lead back to the invitation',
    async go(guest) {
      await guest.open('/privacidade')
      await guest.see('heading', 'AVISO DE PRIVACIDADE')
      await guest.click('link', 'VER O CONVITE')
      await guest.arriveAt('/')
      await guest.open('/endereco/errado')
      await guest.see('heading', 'PORTEIRA FECHADA')
      await guest.click('link', 'VER O CONVITE')
      await guest.arriveAt('/')
    },
  },
]
