"""The page of `zermelo serve` in a browser. Skipped where there is no Chromium, or no Selenium."""
