from setuptools import find_packages, setup

package_name = "ur5_driver"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test", "test.*"]),
    package_data={package_name: ["py.typed"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=[
        "setuptools",
        "numba",
        "numpy",
        "pillow",
        "PyYAML",
        "scipy",
        "ur_rtde",
    ],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="The UR5 and UR5e arm: driver over ur_rtde, looking, hand-eye calibration",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "bridge = ur5_driver.start:bridge",
            "nav = ur5_driver.start:nav",
            "approve = pred_core.start:ask_person",
            "calibrate = ur5_driver.calibration.command:main",
        ]
    },
)
