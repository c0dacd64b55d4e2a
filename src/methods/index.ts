export { contactMethods } from './contact-methods';
