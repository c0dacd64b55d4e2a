import 'dem-contact/worker';
