/** The default theme with the fonts of the system: nothing is loaded from other hosts. */
import theme from 'vitepress/theme-without-fonts';
import './custom.css';

export default theme;
