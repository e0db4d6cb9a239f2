using System.Diagnostics;
using OpenTelemetry;

namespace Shop;

internal static class HowHideSnippet
{
    // snippet: how-hide
    public sealed class WithoutTexts : BaseProcessor<Activity> // tracing.AddAkkaInstrumentation().AddProcessor(new WithoutTexts())
    {
        public override void OnEnd(Activity data)
        {
            if (data.Status == ActivityStatusCode.Error)
            {
                data.SetStatus(ActivityStatusCode.Error); // the status stays, its description goes
            }
        }
    }
    // end snippet
}
