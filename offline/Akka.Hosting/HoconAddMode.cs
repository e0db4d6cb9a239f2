namespace Akka.Hosting;

/// <summary>Where added configuration goes relative to what is there.</summary>
public enum HoconAddMode
{
    /// <summary>What is there wins.</summary>
    Append,

    /// <summary>What is added wins.</summary>
    Prepend,

    /// <summary>As the real one does it: the added wins, and what it does not say stays.</summary>
    Replace,
}
