namespace AkkaInstrumentation.Tests;

/// <summary>Every way in which a handler can write to an activity, by name.</summary>
public static class ActivityWrites
{
    private static readonly Dictionary<string, Action<Activity>> ByName = new()
    {
        ["tag"] = activity => activity.SetTag("order", 1),
        ["event"] = activity => activity.AddEvent(new ActivityEvent("failed")),
        ["exception"] = activity => activity.AddException(new TimeoutException()),
        ["link"] = activity => activity.AddLink(new ActivityLink(activity.Context)),
        ["baggage"] = activity => activity.AddBaggage("user", "one"),
        ["flags"] = activity => activity.ActivityTraceFlags = ActivityTraceFlags.Recorded,
        ["trace state"] = activity => activity.TraceStateString = "tenant=a",
        ["custom property"] = activity => activity.SetCustomProperty("tenant", "a"),
        ["display name"] = activity => activity.DisplayName = "named",
        ["status"] = activity => activity.SetStatus(ActivityStatusCode.Ok),
        ["description"] = activity => activity.SetStatus(ActivityStatusCode.Error, "described"),
        ["all data"] = activity => activity.IsAllDataRequested = true,
        ["start time"] = activity => activity.SetStartTime(DateTime.UtcNow.AddDays(-1)),
        ["end time"] = activity => activity.SetEndTime(DateTime.UtcNow.AddDays(1)),
        ["stop"] = activity => activity.Stop(),
    };

    public static IReadOnlyCollection<string> Names => ByName.Keys;

    public static void Write(this Activity activity, string way) => ByName[way](activity);
}
