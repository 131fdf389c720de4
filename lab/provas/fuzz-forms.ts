import fc from 'fast-check'
import { anyText, anyUnits } from '../../test/support/property.ts'
import { MESA } from './convidados.ts'

/** Mostly text as people type it. */
const letters = fc
  .array(fc.constantFrom(..."aeiourstlnmAEISçãéõüßıİŉǰΐﬁªº'’-.  ".split('')), { minLength: 2, maxLength: 40 })
  .map((chars) => chars.join(''))
const nome = fc.oneof({ weight: 6, arbitrary: letters }, anyText, fc.constant('a'.repeat(130)))

const digits = fc.integer({ min: 1_000_000_000, max: 99_999_999_999 }).map(String)
const celular = fc
  .tuple(
    fc.constantFrom('11', '21', '48', '67', '99', '20'),
    fc.integer({ min: 90_000_000, max: 99_999_999 }),
  )
  .map(([ddd, number]) => `${ddd}9${number}`)
const telefone = fc.oneof(
  { weight: 6, arbitrary: celular },
  celular.map((n) => `+55 (${n.slice(0, 2)}) ${n.slice(2, 7)}-${n.slice(7)}`),
  digits,
  anyText,
)

const email = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.emailAddress(), anyText)

const empresaid = fc.oneof(fc.constant(MESA), fc.constantFrom('ninguem', '../x', '', '__proto__'), anyText)

const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)

const field = (name: string, value: fc.Arbitrary<string>) => value.map((text) => `${name}=${encode(text)}`)

/** The page's form, with a field missing or repeated now and then, and fields nobody asked for. */
const form = fc
  .tuple(
    field('nome', nome),
    field('telefone', telefone),
    fc.option(field('email', email), { freq: 3 }),
    fc.option(field('empresaid', empresaid), { freq: 1 }),
    fc.option(
      fc.oneof(
        field('nome', nome),
        field('__proto__', anyText),
        fc.tuple(anyText, anyText).map(([name, value]) => `${encode(name)}=${encode(value)}`),
      ),
      { freq: 1 },
    ),
  )
  .map((parts) => parts.filter((part) => part !== null).join('&'))

/** The same with bytes inserted or left out: broken escapes, broken UTF-8, halves of surrogate pairs. */
const broken = fc
  .tuple(
    form,
    fc.nat(200),
    fc.nat(3),
    fc.constantFrom('%', '%zz', '%FF', '%ED%A0%80', '%00', '\xff', '\x00', '&', '=', '+', '%C3', '\r\n'),
  )
  .map(([text, at, length, junk]) => text.slice(0, at) + junk + text.slice(at + length))

/** Bytes of a form's body, one for each character: good ones, broken ones and noise. */
export const anyForm = fc.oneof(
  { weight: 6, arbitrary: form },
  { weight: 3, arbitrary: broken },
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  anyUnits.map((text) => `nome=${Buffer.from(text, 'utf16le').toString('latin1')}&telefone=11987654321`),
)
